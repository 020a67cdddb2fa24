// Logs written here, byte by byte or by the formats' own writers, and read back.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { McapWriter, TempBuffer } from '@mcap/core';
import { parse } from '@foxglove/rosmsg';
import { MessageWriter } from '@foxglove/rosmsg2-serialization';
import { rowsOf } from './table.mjs';

const folder = mkdtempSync(join(tmpdir(), 'touchdown-logs-'));

async function collected(rows) {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

const posesOf = (path) => rowsOf('poses', path);
const near = (found, wanted) => found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) < 1e-6, `${found}, not ${wanted}`));

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

const twoPoses = [0, 1].map((i) => (
  { header: { stamp: { sec: 7, nanosec: i * 5e6 }, frame_id: 'world' },
    pose: { position: { x: i, y: 2, z: 3 }, orientation: { x: 0.1, y: 0.2, z: 0.3, w: 0.9 } } }));

async function mcap(messageEncoding, schema, encode, messages = twoPoses) {
  const buffer = new TempBuffer();
  const writer = new McapWriter({ writable: buffer });
  await writer.start({ profile: '', library: '' });
  const schemaId = await writer.registerSchema(schema);
  const channelId = await writer.registerChannel({ topic: '/body', schemaId, messageEncoding, metadata: new Map() });
  for (const [i, message] of messages.entries())
    await writer.addMessage({ channelId, sequence: i, logTime: BigInt(i), publishTime: 0n, data: encode(message) });
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
  assert.deepEqual(poses.map(({ row }) => row.slice(0, 3)), [[0, 2, 3], [1, 2, 3]]);
  assert.deepEqual(poses[0].row.slice(3), [0.9, 0.1, 0.2, 0.3]);
  assert.ok(Math.abs(poses[1].time - 7.005) < 1e-9);
}

test('ULog: north-east-down becomes z up', async () => {
  const path = join(folder, 'flight.ulg');
  writeFileSync(path, ulog());
  const poses = await collected(posesOf(path));
  assert.deepEqual(poses.map(({ row }) => row.slice(0, 3)), [[1, -2, -3], [4, -5, -6]]);
  assert.deepEqual(poses[0].row.slice(3).map((x) => x + 0), [0, 1, 0, 0]);
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
  const program = new URL('table.mjs', import.meta.url).pathname;
  const lines = execFileSync(process.execPath, [program, 'poses', path, '/body'], { encoding: 'utf8' }).trim().split('\n');
  assert.equal(lines[0], 't,x,y,z,qw,qx,qy,qz');
  assert.equal(lines[2], '0.005000,1.0000000,2.0000000,3.0000000,0.9000000,0.1000000,0.2000000,0.3000000');
  const refused = spawnSync(process.execPath, [program, 'poses', path, '/other'], { encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /no \/other in it; the log has \/body/);
});

// Seen red without the check: the poses before the cut, and no word of it.
test('a ULog that is cut short is reported', async () => {
  const whole = ulog(), path = join(folder, 'cut.ulg');
  for (const missing of [1, 20, 39]) {
    writeFileSync(path, whole.subarray(0, whole.length - missing));
    await assert.rejects(collected(posesOf(path)), /cut short/);
  }
});

// A ULog of messages of one kind.
function ulogOf(name, fields, ...bodies) {
  const header = Buffer.concat([Buffer.from([0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1]), Buffer.alloc(8)]);
  return Buffer.concat([header, block('B', Buffer.alloc(40)), block('F', Buffer.from(`${name}:${fields}`)),
    block('A', Buffer.concat([Buffer.alloc(3), Buffer.from(name)])),
    ...bodies.map((body) => block('D', Buffer.concat([Buffer.alloc(2), body])))]);
}

test('ULog: an inertial sensor, in the axes and units of the message', async () => {
  const path = join(folder, 'imu.ulg'), body = Buffer.alloc(8 + 12 + 4 + 12);
  body.writeBigUInt64LE(2500000n);
  [0.1, 0.2, 0.3].forEach((x, i) => body.writeFloatLE(x, 8 + 4 * i));
  [1, 2, -9.5].forEach((x, i) => body.writeFloatLE(x, 24 + 4 * i));
  writeFileSync(path, ulogOf('sensor_combined', 'uint64_t timestamp;float[3] gyro_rad;uint32_t dt;float[3] accelerometer_m_s2;', body));
  const [{ time, row }] = await collected(rowsOf('imu', path));
  assert.equal(time, 2.5);
  near(row, [1, 2, -9.5, 0.1, 0.2, 0.3]);
});

// As docs/guide/your_files.md counts them.
test('ULog: refusals before the first table, of a stranger who begins with the log alone', () => {
  const path = join(folder, 'stranger.ulg'), body = Buffer.alloc(36), program = new URL('table.mjs', import.meta.url).pathname;
  writeFileSync(path, ulogOf('sensor_combined', 'uint64_t timestamp;float[3] gyro_rad;uint32_t dt;float[3] accelerometer_m_s2;', body));
  const tries = [[path], ['poses', path], ['imu', path]].map(words => spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' }));
  assert.deepEqual(tries.map(({ status }) => status), [2, 2, 0]);
  assert.match(tries[0].stderr, /^table\.mjs poses\|imu\|joints LOG/);
  assert.match(tries[1].stderr, /no vehicle_odometry in it; the log has sensor_combined/);
  assert.match(tries[2].stdout, /^t,ax,ay,az,wx,wy,wz\n0\.000000,/);
});

// Seen red: "undefined is not iterable", or an empty table.
test('what a log lacks is named, and what it has', async () => {
  const path = join(folder, 'odometry.ulg');
  writeFileSync(path, ulog());
  await assert.rejects(collected(rowsOf('imu', path)), /odometry\.ulg: no sensor_combined in it; the log has vehicle_odometry/);
  await assert.rejects(collected(rowsOf('imu', path, 'vehicle_odometry')), /vehicle_odometry holds no imu/);
  await assert.rejects(collected(rowsOf('joints', path)), /no topic with joints in it; the log has vehicle_odometry/);
  writeFileSync(join(folder, 'short.ulg'), ulogOf('vehicle_odometry', 'uint64_t timestamp;float x;', Buffer.alloc(12)));
  await assert.rejects(collected(rowsOf('poses', join(folder, 'short.ulg'))), /vehicle_odometry holds no poses/);
});

const json = { name: 'any', encoding: 'jsonschema', data: new TextEncoder().encode('{}') };
const encoded = (message) => new TextEncoder().encode(JSON.stringify(message));

test('MCAP: an inertial sensor', async () => {
  const path = join(folder, 'imu.mcap');
  writeFileSync(path, await mcap('json', json, encoded, [{ header: { stamp: { sec: 1, nanosec: 5e8 } },
    linear_acceleration: { x: 1, y: 2, z: 9.8 }, angular_velocity: { x: 0.1, y: 0.2, z: 0.3 } }]));
  assert.deepEqual(await collected(rowsOf('imu', path)), [{ time: 1.5, row: [1, 2, 9.8, 0.1, 0.2, 0.3] }]);
  await assert.rejects(collected(rowsOf('joints', path)), /no topic with joints in it; the log has \/body/);
});

test('MCAP: joints, in the order that is asked for', async () => {
  const path = join(folder, 'joints.mcap');
  const state = { name: ['wrist', 'shoulder', 'elbow'], position: [1, 2, 3], velocity: [4, 5, 6], effort: [7, 8, 9] };
  writeFileSync(path, await mcap('json', json, encoded, [state, { ...state, effort: [] }]));
  const rows = rowsOf('joints', path, '/body', ['shoulder', 'elbow']);
  assert.deepEqual((await rows.next()).value.row, [2, 3, 5, 6, 8, 9]);
  await assert.rejects(rows.next(), /its joints have no effort/);
  await assert.rejects(collected(rowsOf('joints', path, '/body', ['hip'])), /no joint hip in it; it has wrist, shoulder, elbow/);
});

// Seen red: "is a log of PX4; ... makes tables of it".
test('the host program reads a flight in one command', { skip: !process.env.TOUCHDOWN_PROGRAM && 'no program' }, () => {
  const path = join(folder, "a flight's.log"), rows = [...Array(400).keys()].map((i) => {
    const body = Buffer.alloc(36);
    body.writeBigUInt64LE(BigInt(1000000 + 5000 * i));
    body.writeFloatLE(i === 300 ? 60 : 9.81, 32);
    return body;
  });
  const written = (text, name) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...words) => spawnSync(process.env.TOUCHDOWN_PROGRAM, words,
    { encoding: 'utf8', env: { ...process.env, TOUCHDOWN_LOGS: new URL('.', import.meta.url).pathname } });
  writeFileSync(path, ulogOf('sensor_combined', 'uint64_t timestamp;float[3] gyro_rad;uint32_t dt;float[3] accelerometer_m_s2;', ...rows));
  for (const [command, option] of [['monitor', '--machine'], ['drop', '--rig']]) {
    const file = written(run(command, '--example').stdout, `${command}.json`), json = join(folder, `${command}.report.json`);
    const ended = run(command, path, option, file, '--json', json);
    assert.equal(ended.status, 0, ended.stderr);
    assert.match(readFileSync(json, 'utf8'), /"sha256"/);
  }
  writeFileSync(path, ulog());
  const rig = written(run('identify', '--example').stdout, 'rig.json'), poses = run('identify', path, '--rig', rig);
  assert.doesNotMatch(poses.stderr, /is a log of/);
  const lacks = run('drop', path, '--rig', join(folder, 'drop.json'));
  assert.equal(lacks.status, 2);
  assert.match(lacks.stderr, /no sensor_combined in it; the log has vehicle_odometry/);
});

test('Betaflight: the columns of blackbox_decode', async () => {
  const path = join(folder, 'LOG00001.BFL'), before = process.env.PATH;
  writeFileSync(path, 'H Product:Blackbox flight data recorder by Nicholas Sherlock\n');
  await assert.rejects(collected(rowsOf('imu', path)), /needs blackbox_decode of github\.com\/betaflight/);
  const lines = ['loopIteration, time (s), gyroADC[0] (rad/s), gyroADC[1] (rad/s), gyroADC[2] (rad/s), accSmooth[0] (m/s2), accSmooth[1] (m/s2), accSmooth[2] (m/s2)',
    '1, 0.5, 1, 2, 3, 4, 5, 9.8', '2, 0.501, 1, 2, 3, 4, 5, 9.9'];
  writeFileSync(join(folder, 'blackbox_decode'), `#!/bin/sh\n${lines.map((line) => `echo '${line}'`).join('\n')}\n`, { mode: 0o755 });
  process.env.PATH = `${folder}:${before}`;
  assert.deepEqual((await collected(rowsOf('imu', path)))[1], { time: 0.501, row: [4, 5, 9.9, 1, 2, 3] });
  await assert.rejects(collected(rowsOf('poses', path)), /no topic with poses in it; the log has .*gyroADC/);
  process.env.PATH = before;
});

// A message of DataFlash, and the one that describes it.
function dataflash(type, name, letters, columns, ...bodies) {
  const padded = (text, length) => Buffer.concat([Buffer.from(text), Buffer.alloc(length - text.length)]);
  const length = 3 + (bodies[0]?.length ?? 0);
  const head = (kind) => Buffer.from([0xa3, 0x95, kind]);
  return Buffer.concat([head(128), Buffer.from([type, length]), padded(name, 4), padded(letters, 16), padded(columns, 64),
    ...bodies.map((body) => Buffer.concat([head(type), body]))]);
}

function imuBody(time, instance, gyro, acc) {
  const body = Buffer.alloc(8 + 1 + 24);
  body.writeBigUInt64LE(BigInt(time));
  body.writeUInt8(instance, 8);
  [...gyro, ...acc].forEach((x, i) => body.writeFloatLE(x, 9 + 4 * i));
  return body;
}

test('ArduPilot: the first inertial sensor', async () => {
  const path = join(folder, 'flight.BIN'), note = Buffer.concat([Buffer.from('hello'), Buffer.alloc(59)]);
  const log = Buffer.concat([
    dataflash(5, 'MSG', 'Z', 'Message', note),
    dataflash(9, 'IMU', 'QBffffff', 'TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ',
      imuBody(1000, 0, [0.1, 0.2, 0.3], [1, 2, -9.75]), imuBody(1000, 1, [9, 9, 9], [9, 9, 9]),
      imuBody(3500, 0, [0, 0, 0], [0, 0, -10])),
  ]);
  writeFileSync(path, log);
  const rows = await collected(rowsOf('imu', path));
  near(rows.map(({ time }) => time), [0.001, 0.0035]);
  near(rows[0].row, [1, 2, -9.75, 0.1, 0.2, 0.3]);
  await assert.rejects(collected(rowsOf('poses', path)), /no topic with poses in it; the log has IMU, MSG/);
  writeFileSync(path, log.subarray(0, log.length - 1));
  await assert.rejects(collected(rowsOf('imu', path)), /cut short/);
  log[89] = 0;
  writeFileSync(path, log);
  await assert.rejects(collected(rowsOf('imu', path)), /damaged at byte 89/);
});
