#!/usr/bin/env node
// table: poses, an inertial sensor or joints over time out of a log, as the tables that the host program reads. Reads PX4
// ULog (.ulg), ArduPilot's DataFlash (.bin), MCAP (.mcap; ROS 2 or JSON messages) and, by its makers' blackbox_decode,
// Betaflight's blackbox (.bbl).
import { FileReader } from '@foxglove/ulog/node.js';
import { MessageType, ULog } from '@foxglove/ulog';
import { McapStreamReader } from '@mcap/core';
import { loadDecompressHandlers } from '@mcap/support';
import { parse } from '@foxglove/rosmsg';
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { messagesOf } from './ardupilot.mjs';

const usage = `table.mjs poses|imu|joints LOG [TOPIC] [JOINT...]: a table on standard output.
  poses   t,x,y,z,qw,qx,qy,qz, world z up: for touchdown identify and roll
  imu     t,ax,ay,az,wx,wy,wz, axes of the body as in the log: for touchdown drop and monitor
  joints  t,q1..,qd1..,tau1..: for touchdown monitor; JOINTs from base to tip, or all as the log has them
TOPIC: in ULog a message, by default vehicle_odometry or sensor_combined; in ArduPilot's log IMU; in MCAP by default the
first that fits.`;

const seconds = (stamp) => stamp.sec + (stamp.nanosec ?? stamp.nsec) * 1e-9;
const ofVector = (v) => v && [v.x, v.y, v.z];
const numbered = (name, count) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);
const microseconds = (value) => Number(value.timestamp_sample || value.timestamp) * 1e-6;

// What a kind of table holds, and how a message becomes a row; undefined: it is not such a message. PX4's world is
// north-east-down: half a turn about north brings z up.
const kinds = {
  poses: {
    heading: () => ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'],
    message: 'vehicle_odometry',
    ofPx4(value) {
      const p = value.position ?? [value.x, value.y, value.z];
      if (!value.q || p.includes(undefined)) return undefined;
      const [w, i, j, k] = value.q;
      return [p[0], -p[1], -p[2], -i, w, -k, j];
    },
    ofRos(message) {
      const pose = message.pose?.pose ?? message.pose ?? message.transform;
      const p = ofVector(pose?.position ?? pose?.translation), q = pose?.orientation ?? pose?.rotation;
      return p && q && [...p, q.w, q.x, q.y, q.z];
    },
  },
  imu: {
    heading: () => ['ax', 'ay', 'az', 'wx', 'wy', 'wz'],
    message: 'sensor_combined',
    ofPx4: (value) => value.accelerometer_m_s2 && value.gyro_rad && [...value.accelerometer_m_s2, ...value.gyro_rad],
    ofArduPilot: ({ TimeUS, I, GyrX, GyrY, GyrZ, AccX, AccY, AccZ }) =>
      I > 0 || [TimeUS, GyrX, AccX].includes(undefined) ? undefined : [AccX, AccY, AccZ, GyrX, GyrY, GyrZ],
    ofRos(message) {
      const a = ofVector(message.linear_acceleration), w = ofVector(message.angular_velocity);
      return a && w && [...a, ...w];
    },
  },
  joints: {
    heading: (columns) => ['q', 'qd', 'tau'].flatMap((name) => numbered(name, columns / 3)),
    ofPx4: () => undefined,
    ofRos(message, joints) {
      const { name, position, velocity, effort } = message;
      if (!name || !position) return undefined;
      const wanted = joints.length > 0 ? joints : name;
      const places = wanted.map((joint) => name.indexOf(joint));
      const missing = wanted.filter((_, i) => places[i] < 0);
      if (missing.length > 0) throw new Error(`no joint ${missing.join(', ')} in it; it has ${[...name].join(', ')}`);
      for (const [what, values] of Object.entries({ position, velocity, effort }))
        if (!(values?.length >= name.length)) throw new Error(`its joints have no ${what}`);
      return [position, velocity, effort].flatMap((values) => places.map((place) => values[place]));
    },
  },
};

// Throws unless the last message ends where the file does: the reader takes what is left of one for the end.
async function checkUlogIsWhole(path) {
  const header = 16, file = await open(path);
  try {
    const { size } = await file.stat(), head = Buffer.alloc(3);
    for (let at = header; at < size; ) {
      const { bytesRead } = await file.read(head, 0, 3, at);
      at += 3 + head.readUInt16LE(0);
      if (bytesRead < 3 || at > size) throw new Error('the log is cut short');
    }
  } finally {
    await file.close();
  }
}

// Rows of a topic, and the names that a log has; `found` lists what was there.
async function* rowsOfUlog(kind, path, topic, joints, found) {
  await checkUlogIsWhole(path);
  const file = new FileReader(path), log = new ULog(file);
  await log.open();
  const wanted = topic ?? kind.message;
  for await (const message of log.readMessages()) {
    if (message.type !== MessageType.Data) continue;
    const name = log.subscriptions.get(message.msgId)?.name;
    const row = name === wanted ? kind.ofPx4(message.value) : undefined;
    found.set(name, found.get(name) || row !== undefined);
    if (row) yield { time: microseconds(message.value), row };
  }
  await file.close();
}

async function* rowsOfArduPilot(kind, path, topic, joints, found) {
  for (const { name, value } of messagesOf(await readFile(path))) {
    const row = name === (topic ?? 'IMU') ? kind.ofArduPilot?.(value) : undefined;
    found.set(name, found.get(name) || row !== undefined);
    if (row) yield { time: value.TimeUS * 1e-6, row };
  }
}

// In Betaflight's axes of the body.
const ofBlackbox = ['accSmooth', 'gyroADC'].flatMap((name) => [0, 1, 2].map((axis) => `${name}[${axis}]`));

async function* rowsOfBlackbox(kind, path, topic, joints, found) {
  const units = ['--unit-frame-time', 's', '--unit-rotation', 'rad/s', '--unit-acceleration', 'm/s2'];
  const decoder = spawn('blackbox_decode', ['--stdout', ...units, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const failure = new Promise((done) => decoder.on('error', () => done('needs blackbox_decode of github.com/betaflight/blackbox-tools')));
  let places;
  for await (const line of createInterface({ input: decoder.stdout })) {
    const cells = line.split(/ *, */);
    if (!places) {
      const names = cells.map((cell) => cell.replace(/ .*/, ''));
      for (const name of names) found.set(name, false);
      places = ['time', ...ofBlackbox].map((name) => names.indexOf(name));
      if (kind !== kinds.imu || places.includes(-1)) return;
    } else {
      const [time, ...row] = places.map((place) => Number(cells[place]));
      if (row.every(Number.isFinite)) yield { time, row };
    }
  }
  if (!places) throw new Error(await Promise.race([failure, 'blackbox_decode makes no table of it']));
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

async function* rowsOfMcap(kind, path, topic, joints, found) {
  const schemas = new Map(), channels = new Map();
  for await (const record of recordsOf(path)) {
    if (record.type === 'Schema') schemas.set(record.id, record);
    if (record.type === 'Channel' && !channels.has(record.id))
      channels.set(record.id, { topic: record.topic, decode: decoderOf(record, schemas) });
    if (record.type !== 'Message') continue;
    const channel = channels.get(record.channelId);
    if (!found.has(channel.topic)) found.set(channel.topic, false);
    if (topic !== undefined && channel.topic !== topic) continue;
    const message = channel.decode(record.data), row = kind.ofRos(message, joints);
    if (!row) continue;
    topic ??= channel.topic;
    const stamp = message.header?.stamp ?? message.timestamp;
    yield { time: stamp ? seconds(stamp) : Number(record.logTime) * 1e-9, row };
  }
}

async function formatOf(path) {
  const file = await open(path), begin = Buffer.alloc(9);
  await file.read(begin, 0, begin.length, 0);
  await file.close();
  const text = begin.toString('latin1');
  return text.startsWith('ULog') ? 'ulog' : text.startsWith('\xa3\x95') ? 'dataflash' : text === 'H Product' ? 'blackbox' : 'mcap';
}

// Rows over time. Throws where there are none, and says what the log has instead.
export async function* rowsOf(name, path, topic, joints = []) {
  const kind = kinds[name], found = new Map();
  if (!kind) throw new Error(usage);
  const format = await formatOf(path);
  const rows = { ulog: rowsOfUlog, dataflash: rowsOfArduPilot, blackbox: rowsOfBlackbox, mcap: rowsOfMcap }[format];
  const wanted = topic ?? { ulog: kind.message, dataflash: kind.ofArduPilot && 'IMU' }[format];
  let any = false;
  try {
    for await (const one of rows(kind, path, topic, joints, found)) {
      any = true;
      yield one;
    }
    if (any) return;
    const has = [...found.keys()].sort().join(', ') || 'no message at all';
    if (wanted && found.has(wanted)) throw new Error(`${wanted} holds no ${name}; the log has ${has}`);
    throw new Error(`${wanted ? `no ${wanted}` : `no topic with ${name}`} in it; the log has ${has}`);
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

async function main(name, path, topic, ...joints) {
  if (!path) throw new Error(usage);
  let start, last;
  for await (const { time, row } of rowsOf(name, path, topic || undefined, joints)) {
    if (start === undefined) console.log(['t', ...kinds[name].heading(row.length)].join(','));
    start ??= time;
    if (last !== undefined && !(time > last)) continue; // an estimator that was set anew repeats its stamp
    last = time;
    console.log([(time - start).toFixed(6), ...row.map((x) => x.toFixed(7))].join(','));
  }
}

process.stdout.on('error', () => process.exit(0));  // who reads has enough
if (import.meta.url === pathToFileURL(process.argv[1]).href)
  main(...process.argv.slice(2)).catch((error) => {
    console.error(error.message.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
    process.exitCode = 2;
  });
