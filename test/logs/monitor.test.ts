import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../src/attestation/checkpoint.js';
import { joinEntries } from '../../src/attestation/entry-bundle.js';
import { leafHash } from '../../src/attestation/merkle.js';
import { vkeyOf } from '../../src/attestation/note.js';
import { joinTile } from '../../src/attestation/tile.js';
import { TiledTree } from '../../src/attestation/tiled-tree.js';
import { anotherAgent, newSignerOf } from '../actors/attester.js';
import { makeSigner } from '../attestation/proof-sample.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { AlteringProxy } from './altering-proxy.js';
import { type LogScene, logScene } from './log-scene.js';
import { TestWitness } from './test-witness.js';

const clock = stillClock();
let scene: LogScene;
let proxy: AlteringProxy;
let folder: string;
beforeAll(async () => {
  scene = await logScene({ clock });
  proxy = new AlteringProxy(scene.portal.url);
  await proxy.start();
});
afterAll(async () => {
  await proxy.stop();
  await scene.portal.close();
});
beforeEach(() => {
  folder = temporaryFolder();
  proxy.alter = (_path, bytes) => bytes;
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => `/logs/${scene.organizationId}/1`;

/** Appends `count` receipts, and signs the log. */
async function grown(count: number): Promise<void> {
  await scene.grow(count);
  clock.advance(3_600_000);
  await scene.round();
}

const monitor = (...args: readonly string[]) =>
  run(['log', 'monitor', `${proxy.url}${path()}`, '--log', scene.vkey, '--once', ...args]);

/** Runs the monitor with a state file that persists between runs. */
const following = (...args: readonly string[]) => monitor('--state', join(folder, 'state'), ...args);

it('follows the log regardless of how much it grows between two rounds', async () => {
  await grown(1);
  const first = JSON.parse((await following('--json')).stdout);
  expect(first).toMatchObject({ state: 'valid', new_leaves: first.size, entries: { receipt: 1 } });
  const steps = volume([1, 3, 250, 0, 700, 256], [1, 2, 252, 0, 1, 1, 255, 257, 1_300, 2_931]);
  let size = Number(first.size);
  for (const step of steps) {
    await grown(step);
    const { code, stdout } = await following('--json');
    size += step;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'valid', size, new_leaves: step });
  }
  const whole = JSON.parse((await monitor('--json')).stdout);
  expect([whole.size, whole.new_leaves]).toEqual([size, size]);
  expect((await following()).stdout).toBe('');
});

it('reports the number of new entries by type, and prints those that are not receipts', async () => {
  const agent = await anotherAgent(scene.portal, scene.organizationId);
  const { id: key_id } = await newSignerOf(scene.attester, agent);
  await grown(1);
  await following();
  await scene.attester.by.ok('revoke_signing_key', { key_id, reason: 'lost' });
  await grown(2);
  const { stdout } = await following();
  expect(stdout).toMatch(
    / {2}valid {2}\d+ leaves, 3 new \(1 key_revoked, 2 receipt\), \d+ tiles compared\n {2}\d+ {2}\{"agent_id"/,
  );
});

describe('portal log monitor, which exits with 6 if a log is dishonest', () => {
  const faults: readonly (readonly [string, RegExp, (path: string, bytes: Buffer) => Buffer | undefined])[] = [
    [
      'an altered entry',
      /do not lead to the root|does not have the hashes|ends within|entries, not/,
      (at, bytes) => (at.includes('entries') ? flipped(bytes, 60) : bytes),
    ],
    [
      'an altered tile of hashes',
      /tile \S+ does not have the hashes/,
      (at, bytes) => (/tile\/[01]\//.test(at) ? flipped(bytes, 5) : bytes),
    ],
    [
      'a receipt that was received before an earlier one',
      /entry \d+, a receipt, was received at 20\d\d-\S+, before an earlier one: it was back-dated/,
      (at, bytes) => (at.includes('entries') ? backDated(bytes) : bytes),
    ],
    [
      'a truncated bundle',
      /ends within an entry|entries, not/,
      (at, bytes) => (at.includes('entries') ? bytes.subarray(0, -1) : bytes),
    ],
    [
      'a checkpoint with another root',
      /the checkpoint is not valid/,
      (at, bytes) =>
        at.endsWith('checkpoint') ? Buffer.from(bytes.toString().replace(/\n([A-Za-z0-9])/, '\n9$1')) : bytes,
    ],
  ];
  it.each(faults)('detects %s', async (_what, detail, alter) => {
    proxy.alter = alter;
    const { code, stderr } = await monitor();
    expect([code, stderr]).toEqual([6, expect.stringMatching(detail)]);
  });

  it('detects a truncated log, and an entry that was changed since it was read', async () => {
    await grown(3);
    const note = (await scene.get(`${path()}/checkpoint`)).text;
    await grown(1);
    expect((await following()).code).toBe(0);
    proxy.alter = (at, bytes) => (at.endsWith('checkpoint') ? Buffer.from(note) : bytes);
    expect(await following()).toMatchObject({ code: 6, stderr: expect.stringContaining('it was truncated') });
    await grown(1);
    proxy.alter = (at, bytes) => (at.includes('entries') ? flipped(bytes, 60) : bytes);
    expect((await following()).stderr).toMatch(/was changed since it was read before|ends within/);
  });

  it('detects two histories: a checkpoint that does not continue the earlier one', async () => {
    await following();
    const state = JSON.parse(readFileSync(join(folder, 'state'), 'utf8'));
    await withFork(async (other) => {
      await other.grow(state.size + 10);
      clock.advance(3_600_000);
      await other.round();
      proxy.alter = (_at, bytes) => bytes;
      const fork = ['log', 'monitor', other.prefix, '--log', other.vkey, '--once', '--state', join(folder, 'state')];
      expect(await run(fork)).toMatchObject({
        code: 6,
        stderr: expect.stringMatching(/was changed since|two histories/),
      });
      const vkey = new TestWitness('log.example/other').logKey;
      const wrong = await following('--log', vkey);
      expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('another log')]);
    });
    writeFileSync(join(folder, 'state'), JSON.stringify({ ...state, tiles: state.tiles.map(() => '') }));
    expect(await following()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('are not those of the checkpoint'),
    });
  });

  it('detects a stored checkpoint from another history', async () => {
    const kept = join(folder, 'kept');
    writeFileSync(kept, (await scene.get(`${path()}/checkpoint`)).text);
    await grown(2);
    expect((await monitor('--checkpoint', kept)).code).toBe(0);
    expect((await following()).code).toBe(0);
    // The checkpoint may be older than the state: in that case, the log is read from the beginning.
    expect((await following('--checkpoint', kept)).code).toBe(0);
    await withFork(async (other) => {
      await other.grow(1);
      clock.advance(3_600_000);
      await other.round();
      writeFileSync(kept, (await other.get(`${path()}/checkpoint`)).text);
    });
    const differs = { code: 6, stderr: expect.stringContaining('the kept checkpoint differ in the first') };
    expect(await monitor('--checkpoint', kept)).toMatchObject(differs);
    expect(await following('--checkpoint', kept)).toMatchObject(differs);
  });

  it('detects a log that is smaller than a stored checkpoint', async () => {
    const note = (await scene.get(`${path()}/checkpoint`)).text;
    await grown(1);
    const kept = join(folder, 'kept');
    writeFileSync(kept, (await scene.get(`${path()}/checkpoint`)).text);
    proxy.alter = (at, bytes) => (at.endsWith('checkpoint') ? Buffer.from(note) : bytes);
    expect(await monitor('--checkpoint', kept)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('it was truncated'),
    });
  });

  it('detects a checkpoint without the quorum of a policy', async () => {
    const witness = new TestWitness('witness.example/1');
    writeFileSync(join(folder, 'policy'), `witness w ${witness.vkey}\nquorum w\n`);
    expect(await monitor('--policy', join(folder, 'policy'))).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('not a quorum'),
    });
    writeFileSync(join(folder, 'policy'), 'quorum none\n');
    expect((await monitor('--policy', join(folder, 'policy'))).code).toBe(0);
  });
});

it('exits with 1 for an unreachable log and with 6 for an invalid one, and writes metrics of both', async () => {
  const metrics = join(folder, 'metrics');
  expect((await monitor('--metrics', metrics)).code).toBe(0);
  const origin = scene.vkey.split('+')[0];
  expect(readFileSync(metrics, 'utf8')).toContain(`portal_log_monitor_valid{log="${origin}"} 1\n`);
  proxy.alter = () => undefined;
  expect(await monitor('--metrics', metrics)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not there'),
  });
  expect(readFileSync(metrics, 'utf8')).toContain(`portal_log_monitor_reachable{log="${origin}"} 0\n`);
  proxy.alter = (at, bytes) => (at.includes('/1/') ? flipped(bytes, 1) : bytes);
  expect((await monitor('--metrics', metrics)).code).toBe(6);
  expect(readFileSync(metrics, 'utf8')).toContain(`portal_log_monitor_valid{log="${origin}"} 0\n`);
  // When a log is unreachable, the metrics still show its fault and its last valid time.
  proxy.alter = () => undefined;
  expect((await monitor('--metrics', metrics)).code).toBe(1);
  const last = readFileSync(metrics, 'utf8');
  expect(last).toContain(`portal_log_monitor_valid{log="${origin}"} 0\n`);
  expect(last).toMatch(/_checked_timestamp_seconds\S+ \d{10}\n/);
  expect(last).toMatch(/_size\S+ [1-9]\d*\n/);
  proxy.alter = (_at, bytes) => bytes;
  expect((await monitor('--metrics', metrics)).code).toBe(0);
  expect(readFileSync(metrics, 'utf8')).toContain(`portal_log_monitor_valid{log="${origin}"} 1\n`);
});

it('uses by default the key that the portal names, and prints it', async () => {
  const { code, stdout, stderr } = await run(['log', 'monitor', scene.prefix, '--once']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('  valid  ')]);
  expect(stderr).toContain(`${scene.vkey} is the key that the portal names`);
});

it('reads the full tile when the partial one no longer exists', async () => {
  await grown(1);
  const note = (await scene.get(`${path()}/checkpoint`)).text;
  await grown(300);
  proxy.alter = (at, bytes) => {
    if (at.endsWith('checkpoint')) return Buffer.from(note);
    return /tile\/(0|entries)\/.*\.p\//.test(at) ? undefined : bytes;
  };
  expect((await monitor()).code).toBe(0);
});

it('prints each entry that is not a receipt completely, regardless of its claimed type', async () => {
  const entries = [
    '{"id":"a","received_at":"c","receipt_hash":"b"}',
    '{"id":"a","received_at":"c","receipt_hash":"b","type":"receipt"}',
    '{"type":"constructor"}',
    '[1]',
  ].map((text) => Buffer.from(text));
  const tree = new TiledTree();
  for (const entry of entries) tree.append(leafHash(entry));
  const signer = makeSigner('log.example/made');
  const note = signCheckpoint({ size: tree.size, root: tree.root() }, signer);
  proxy.alter = (at) => {
    if (at.endsWith('checkpoint')) return Buffer.from(note);
    return Buffer.from(at.includes('entries') ? joinEntries(entries) : joinTile(tree.tiles[0] ?? []));
  };
  const { code, stdout } = await run([
    ...['log', 'monitor', `${proxy.url}${path()}`, '--log', vkeyOf(signer), '--once', '--json'],
  ]);
  expect(code).toBe(0);
  const { entries: counts, events } = JSON.parse(stdout);
  expect(counts).toEqual({ receipt: 1, unknown: 2, constructor: 1 });
  expect(events.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3]);
});

describe('the key that the portal names', () => {
  const answers: readonly (readonly [string, string])[] = [
    ['a response with an invalid URL', JSON.stringify({ data: { logs: [{ url: 'http://[', public_key: 'x' }] } })],
    ['a response that is not JSON', '<html>'],
    ['a response of another form', '[]'],
    ['a response that is too large', 'x'.repeat(17 * 1024 * 1024)],
  ];
  it.each(answers)('is rejected from %s', async (_what, text) => {
    proxy.alter = (at, bytes) => (at.endsWith(scene.organizationId) ? Buffer.from(text) : bytes);
    const { code, stderr } = await run(['log', 'monitor', `${proxy.url}${path()}`, '--once']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('name it with --log')]);
  });

  it.each([
    'ftp://log.example/1',
    'http://user:secret@log.example/1',
    'http://log.example/1?x',
    'http://log.example/1#x',
  ])('is not requested from the URL %s', async (url) => {
    const { code, stderr } = await run(['log', 'monitor', url, '--once']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('<url> must be the URL of a log')]);
    expect(stderr).not.toContain('secret');
  });
});

/** Opens another portal. All test logs have the same name and key, so its log is a fork: it has another history. */
async function withFork(use: (other: LogScene) => Promise<void>): Promise<void> {
  const other = await logScene({ clock });
  try {
    await use(other);
  } finally {
    await other.portal.close();
  }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Sets the last receipt of a bundle back by a year. */
function backDated(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('"received_at":"') + '"received_at":"'.length;
  const year = String(Number(bytes.toString('latin1', at, at + 4)) - 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(year), bytes.subarray(at + 4)]);
}
