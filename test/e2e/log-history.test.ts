import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vkeyOf } from '../../src/attestation/note.js';
import { generateKeyPair, openCheckpoint, readVkey } from '../../src/receipts.js';
import { changeCharacter } from '../support/change-character.js';
import { History } from './log-history/history.js';
import { Monitor } from './log-history/monitor.js';

const EARLIER = 5;
const KEPT = 9;
/** Leaves before the first receipt: the entries of the agent and the key. */
const FIRST = 3;

let history: History;
beforeEach(() => {
  history = new History();
});
afterEach(() => history.remove());

/** Creates a log of 9 receipts, with a copy `earlier` from when it had 5. Saves the checkpoint of all 9. */
async function keptAtNine(): Promise<{ readonly file: string; readonly monitor: Monitor }> {
  await history.grow(EARLIER);
  await history.copyTo('earlier');
  await history.grow(KEPT - EARLIER);
  return { file: await history.keep(), monitor: await history.open((door) => Monitor.at(door)) };
}

/** Returns the output of `portal log verify` without and with the saved checkpoint. */
async function verified(file: string): Promise<readonly [string, string]> {
  const [alone, withKept] = [await history.log('verify'), await history.log('verify', '--checkpoint', file)];
  for (const { code, stdout, stderr } of [alone, withKept]) {
    const isWrong = stdout.includes('  INVALID  ');
    expect({ code, stderr }).toEqual(
      isWrong ? { code: 1, stderr: 'portal: 1 of 1 log not valid\n' } : { code: 0, stderr: '' },
    );
  }
  return [alone.stdout, withKept.stdout];
}

const right = (receipts: number) =>
  expect.stringMatching(new RegExp(`^org_\\S+ {2}valid {2}${receipts} receipts?, ${receipts + FIRST} leaves, root `));
const wrong = (sentence: string) => expect.stringMatching(new RegExp(`^org_\\S+ {2}INVALID {2}${sentence}\\n$`));
const isOlder = (size: number) =>
  `the log has ${FIRST + size} leaves, and 12 are in the kept checkpoint: an older copy of the database was restored, or the log was truncated`;
const HEADLESS = 'the head of the log is missing: its row was deleted, or the log was emptied';
const FORKED = 'the log and the kept checkpoint differ in the first 12 leaves';

/** Requests and verifies a consistency proof as the holder of an earlier checkpoint. */
const shown = (monitor: Monitor) => history.open((door) => monitor.hasGrown(door));

describe('a saved checkpoint', () => {
  test('matches the log while it is only appended to', async () => {
    const { file, monitor } = await keptAtNine();
    for (const [more, size] of [
      [0, 9],
      [1, 10],
      [6, 16],
      [1, 17],
    ] as const) {
      await history.grow(more);
      expect(await verified(file)).toEqual([right(size), right(size)]);
      expect(await shown(monitor)).toBe(true);
    }
  });

  test('reveals that an older copy was restored', async () => {
    const { file, monitor } = await keptAtNine();
    await history.putBack('earlier');
    expect(await verified(file)).toEqual([right(EARLIER), wrong(isOlder(EARLIER))]);
    expect(await shown(monitor)).toBeUndefined();
    const { status, json } = await history.open((door) => monitor.ask(door, `from=${FIRST + KEPT}`));
    expect({ status, ...json }).toMatchObject({
      status: 400,
      error: 'invalid_request',
      detail: `from: must be at most ${FIRST + EARLIER}, the size of the newer log`,
    });
  });

  test('reveals that an older copy was restored and continued to a smaller size', async () => {
    const { file, monitor } = await keptAtNine();
    await history.putBack('earlier');
    await history.grow(2);
    expect(await verified(file)).toEqual([right(7), wrong(isOlder(7))]);
    expect(await shown(monitor)).toBeUndefined();
  });

  test.each([KEPT, KEPT + 2, 16])('reveals that an older copy was continued to %i receipts', async (size) => {
    const { file, monitor } = await keptAtNine();
    await history.putBack('earlier');
    await history.grow(size - EARLIER);
    expect(await verified(file)).toEqual([right(size), wrong(FORKED)]);
    expect(await shown(monitor)).toBe(false);
  });

  test('is not needed to detect an emptied log', async () => {
    const { file, monitor } = await keptAtNine();
    await history.empty();
    expect(await verified(file)).toEqual([wrong(HEADLESS), wrong(HEADLESS)]);
    await expect(history.grow(1), 'such a log is not gone on with').rejects.toThrow();
    await expect(shown(monitor), 'nor signed for').rejects.toThrow();
  });

  test('also reveals an older copy with --organization, and the fault is printed as JSON', async () => {
    const { file } = await keptAtNine();
    const [organization_id] = (await history.log('verify')).stdout.split(' ');
    await history.putBack('earlier');
    const { code, stdout } = await history.log(
      ...['verify', '--json', '--organization', organization_id ?? '', '--checkpoint', file],
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ organization_id, receipts: EARLIER, fault: isOlder(EARLIER) }),
    ]);
  });
});

describe('a note that is not a checkpoint of the log', () => {
  const NOT = 'the kept checkpoint is not a checkpoint of this log: ';

  test.each([
    ['the size', /\n12\n/, '\n11\n'],
    ['the root', /\n12\n.{43}/, `\n12\n${'A'.repeat(43)}`],
    ['the signature', /.{6}==?\n$/, 'AAAAA=\n'],
  ])('is rejected with %s changed', async (_what, pattern, to) => {
    const { file } = await keptAtNine();
    const changed = readFileSync(file, 'utf8').replace(pattern, to);
    const [alone, withKept] = await verified(history.file(changed));
    expect(alone).toEqual(right(KEPT));
    expect(withKept).toContain(`  INVALID  ${NOT}the `);
  });

  test('is rejected if it is of another organization, signed by another key, or not signed at all', async () => {
    const { file } = await keptAtNine();
    const note = readFileSync(file, 'utf8');
    const [origin = ''] = note.split('\n');
    const another = changeCharacter(origin, -1, '12');
    const beside = async (text: string) => {
      const { code, stdout, stderr } = await history.log('verify', '--checkpoint', history.file(text));
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'portal: 1 of 2 logs not valid\n' });
      const [own, other] = stdout.split('\n').map((line) => `${line}\n`);
      expect(own).toEqual(right(KEPT));
      return other;
    };
    expect(await beside(note.replaceAll(origin, another))).toEqual(wrong(`${NOT}the note is not signed by ${another}`));
    expect(await beside('nothing\n')).toContain(`${NOT}the note has no signature`);
    expect(await history.log('verify', '--checkpoint', history.file('\n'))).toMatchObject({ code: 1, stdout: '' });
    const strange = vkeyOf({ name: origin, publicKey: generateKeyPair().publicKey });
    expect(() => openCheckpoint(note, readVkey(strange))).toThrow(`the note is not signed by ${origin}`);
  });
});
