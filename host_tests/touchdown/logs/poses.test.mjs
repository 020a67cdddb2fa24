// Logs written here, byte by byte or by the formats' own writers, and read back.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { McapWriter, TempBuffer } from '@mcap/core';
import { parse } from '@foxglove/rosmsg';
import { MessageWriter } from '@foxglove/rosmsg2-serialization';
import { posesOf } from './poses.mjs';

const folder = mkdtempSync(join(tmpdir(), 'touchdown-logs-'));

async function collected(poses) {
  const all = [];
  for await (const pose of poses) all.push(pose);
  return all;
}

// A ULog message: size, type, body.
function block(type, body) {
  const head = Buffer.alloc(3);
  head.writeUInt16LE(body.length);
  head.write(type, 2);
  return Buffer.concat([head, body]);
}

function odometry(time, position, q) {
  const body = Buffer.alloc(2 + 8 + 4 * 7);
  body.writeBigUInt64LE(BigInt(time), 2);
  [...position, ...q].forEach((x, i) => body.writeFloatLE(x, 10 + 4 * i));
  return block('D', body);
}

function ulog() {
  const header = Buffer.concat([Buffer.from([0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1]), Buffer.alloc(8)]);
  const name = Buffer.from('vehicle_odometry'), subscription = Buffer.concat([Buffer.alloc(3), name]);
  return Buffer.concat([
    header, block('B', Buffer.alloc(40)),
    block('F', Buffer.from('vehicle_odometry:uint64_t timestamp;float[3] position;float[4] q;')),
    block('A', subscription), odometry(1000000, [1, 2, 3], [1, 0, 0, 0]),
    odometry(1010000, [4, 5, 6], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]),
  ]);
}

async function mcap(messageEncoding, schema, encode) {
  const buffer = new TempBuffer();
  const writer = new McapWriter({ writable: buffer });
  await writer.start({ profile: '', library: '' });
  const schemaId = await writer.registerSchema(schema);
  const channelId = await writer.registerChannel({ topic: '/body', schemaId, messageEncoding, metadata: new Map() });
  for (const i of [0, 1]) {
    const message = { header: { stamp: { sec: 7, nanosec: i * 5e6 }, frame_id: 'world' },
                      pose: { position: { x: i, y: 2, z: 3 }, orientation: { x: 0.1, y: 0.2, z: 0.3, w: 0.9 } } };
    await writer.addMessage({ channelId, sequence: i, logTime: BigInt(i), publishTime: 0n, data: encode(message) });
  }
  await writer.end();
  return buffer.get();
}

const stamped = `std_msgs/Header header
geometry_msgs/Pose pose
===
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
===
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
===
MSG: geometry_msgs/Pose
geometry_msgs/Point position
geometry_msgs/Quaternion orientation
===
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
===
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w`;

function check(poses) {
  assert.deepEqual(poses.map((pose) => pose.p), [[0, 2, 3], [1, 2, 3]]);
  assert.deepEqual(poses[0].q, [0.9, 0.1, 0.2, 0.3]);
  assert.ok(Math.abs(poses[1].time - 7.005) < 1e-9);
}

test('ULog: north-east-down becomes z up', async () => {
  const path = join(folder, 'flight.ulg');
  writeFileSync(path, ulog());
  const poses = await collected(posesOf(path));
  assert.deepEqual(poses.map((pose) => pose.p), [[1, -2, -3], [4, -5, -6]]);
  assert.deepEqual(poses[0].q.map((x) => x + 0), [0, 1, 0, 0]);
  assert.ok(Math.abs(poses[1].time - 1.01) < 1e-9);
});

test('MCAP: ROS 2 messages', async () => {
  const path = join(folder, 'ros.mcap');
  const writer = new MessageWriter(parse(stamped, { ros2: true }));
  const schema = { name: 'geometry_msgs/msg/PoseStamped', encoding: 'ros2msg', data: new TextEncoder().encode(stamped) };
  writeFileSync(path, await mcap('cdr', schema, (message) => writer.writeMessage(message)));
  check(await collected(posesOf(path)));
});

test('MCAP: JSON messages, and the table', async () => {
  const path = join(folder, 'json.mcap');
  const schema = { name: 'pose', encoding: 'jsonschema', data: new TextEncoder().encode('{}') };
  writeFileSync(path, await mcap('json', schema, (message) => new TextEncoder().encode(JSON.stringify(message))));
  check(await collected(posesOf(path)));
  const program = new URL('poses.mjs', import.meta.url).pathname;
  const lines = execFileSync(process.execPath, [program, path, '/body'], { encoding: 'utf8' }).trim().split('\n');
  assert.equal(lines[0], 'time,x,y,z,qw,qx,qy,qz');
  assert.equal(lines[2], '0.005000,1.0000000,2.0000000,3.0000000,0.9000000,0.1000000,0.2000000,0.3000000');
  assert.equal(spawnSync(process.execPath, [program, path, '/other']).status, 2);
});

// Seen red without the check: the poses before the cut, and no word of it.
test('a ULog that is cut short is reported', async () => {
  const whole = ulog(), path = join(folder, 'cut.ulg');
  for (const missing of [1, 20, 39]) {
    writeFileSync(path, whole.subarray(0, whole.length - missing));
    await assert.rejects(collected(posesOf(path)), /cut short/);
  }
});
