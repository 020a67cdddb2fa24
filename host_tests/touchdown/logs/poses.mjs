#!/usr/bin/env node
// poses: poses over time out of a log, as the table that `touchdown identify` reads: time, position, attitude (w x y z,
// body to world), world z up. Reads PX4 ULog (.ulg) and MCAP (.mcap; ROS 2 or JSON messages).
import { FileReader } from '@foxglove/ulog/node.js';
import { MessageType, ULog } from '@foxglove/ulog';
import { McapStreamReader } from '@mcap/core';
import { loadDecompressHandlers } from '@mcap/support';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const usage = `poses LOG [TOPIC]: a table of poses on standard output.
TOPIC: in ULog a message with position and q (vehicle_odometry by default); in MCAP a PoseStamped, Odometry or
TransformStamped, or a message laid out like one (the first such topic by default).`;

// PX4's world is north-east-down: half a turn about north brings z up. The axes of the body stay the autopilot's.
function poseOfPx4(value) {
  const [x, y, z] = value.position ?? [value.x, value.y, value.z];
  const [w, i, j, k] = value.q;
  return { time: Number(value.timestamp_sample || value.timestamp) * 1e-6, p: [x, -y, -z], q: [-i, w, -k, j] };
}

// Throws unless the last message ends where the file does: the reader takes what is left of one for the end.
async function checkUlogIsWhole(path) {
  const header = 16, file = await open(path);
  try {
    const { size } = await file.stat(), head = Buffer.alloc(3);
    for (let at = header; at < size; ) {
      const { bytesRead } = await file.read(head, 0, 3, at);
      at += 3 + head.readUInt16LE(0);
      if (bytesRead < 3 || at > size) throw new Error(`${path}: the log is cut short`);
    }
  } finally {
    await file.close();
  }
}

async function* posesOfUlog(path, topic = 'vehicle_odometry') {
  await checkUlogIsWhole(path);
  const file = new FileReader(path), log = new ULog(file);
  await log.open();
  for await (const message of log.readMessages())
    if (message.type === MessageType.Data && log.subscriptions.get(message.msgId)?.name === topic)
      yield poseOfPx4(message.value);
  await file.close();
}

const seconds = (stamp) => stamp.sec + (stamp.nanosec ?? stamp.nsec) * 1e-9;

function poseOfRos(message, logTime) {
  const pose = message.pose?.pose ?? message.pose ?? message.transform;
  const p = pose?.position ?? pose?.translation, q = pose?.orientation ?? pose?.rotation;
  if (!p || !q) return undefined;
  const stamp = message.header?.stamp ?? message.timestamp;
  return { time: stamp ? seconds(stamp) : Number(logTime) * 1e-9, p: [p.x, p.y, p.z], q: [q.w, q.x, q.y, q.z] };
}

function decoderOf(channel, schemas) {
  if (channel.messageEncoding === 'json') return (data) => JSON.parse(new TextDecoder().decode(data));
  const schema = schemas.get(channel.schemaId);
  if (channel.messageEncoding !== 'cdr' || schema?.encoding !== 'ros2msg') return () => ({});
  const reader = new MessageReader(parse(new TextDecoder().decode(schema.data), { ros2: true }));
  return (data) => reader.readMessage(data);
}

async function* recordsOf(path) {
  const reader = new McapStreamReader({ decompressHandlers: await loadDecompressHandlers() });
  const file = await open(path);
  for await (const part of file.createReadStream()) {
    reader.append(part);
    for (let record; (record = reader.nextRecord()); ) yield record;
  }
  if (!reader.done()) throw new Error('the recording is cut short');
}

async function* posesOfMcap(path, topic) {
  const schemas = new Map(), channels = new Map();
  for await (const record of recordsOf(path)) {
    if (record.type === 'Schema') schemas.set(record.id, record);
    if (record.type === 'Channel' && !channels.has(record.id))
      channels.set(record.id, { topic: record.topic, decode: decoderOf(record, schemas) });
    if (record.type !== 'Message') continue;
    const channel = channels.get(record.channelId);
    if (topic !== undefined && channel.topic !== topic) continue;
    const pose = poseOfRos(channel.decode(record.data), record.logTime);
    if (!pose) continue;
    topic ??= channel.topic;
    yield pose;
  }
}

export async function* posesOf(path, topic) {
  yield* path.endsWith('.ulg') ? posesOfUlog(path, topic) : posesOfMcap(path, topic);
}

async function main(path, topic) {
  if (!path) throw new Error(usage);
  let start, last;
  console.log('time,x,y,z,qw,qx,qy,qz');
  for await (const { time, p, q } of posesOf(path, topic)) {
    start ??= time;
    if (last !== undefined && !(time > last)) continue; // an estimator that was set anew repeats its stamp
    last = time;
    console.log([(time - start).toFixed(6), ...[...p, ...q].map((x) => x.toFixed(7))].join(','));
  }
  if (start === undefined) throw new Error(`${path}: no pose in it${topic ? ` under ${topic}` : ''}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  main(...process.argv.slice(2)).catch((error) => {
    console.error(error.message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
    process.exitCode = 2;
  });
