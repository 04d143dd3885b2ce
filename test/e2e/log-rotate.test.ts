import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClosing } from '../../src/attestation/log-statement.js';
import { readVkey, verifyBundle } from '../../src/receipts.js';
import { rotateLogs } from '../../src/store/open-store.js';
import { History } from './log-history/history.js';

let history: History;
beforeEach(() => {
  history = new History();
});
afterEach(() => history.remove());

const keyFile = () => `${history.database}.log-key`;
const keyIn = (vkey: string) => readVkey(vkey).publicKey.fingerprint;
const statement = async () => (await history.row<{ statement: string }>('SELECT statement FROM log_closed')).statement;

describe('portal log rotate', () => {
  test('replaces the key: the log continues, old bundles stay valid, and both keys sign the change', async () => {
    await history.grow(3);
    const before = await history.bundle();
    const { code, stdout, stderr } = await history.log('rotate', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { public_keys, statements, earlier_key } = JSON.parse(stdout);
    const [[id, vkey] = []] = Object.entries<string>(public_keys);
    expect(statements).toEqual({ [String(id)]: await statement() });
    if (vkey === undefined) throw new Error('no key');
    expect(keyIn(vkey)).not.toBe(keyIn(before.log.public_key));
    expect(existsSync(earlier_key)).toBe(true);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    const after = await history.bundle();
    expect(after).toMatchObject({ id: before.id, log: { public_key: vkey, index: before.log.index, tree_size: 7 } });
    verifyBundle(before, { log: before.log.public_key });
    verifyBundle(after, { log: vkey });
    expect(openClosing(await statement())).toMatchObject({
      ...{ closed: before.log.public_key, opened: vkey, reason: 'log_rotated' },
      ...{ signed: { size: 6 }, found: { size: 6 } },
    });
    await history.grow(2);
    expect((await history.log('verify')).stdout).toMatch(/valid {2}5 receipts, 9 leaves, .*\/2\)\n$/);
  });

  test('gives the logs another name on request', async () => {
    await history.grow(1);
    const { code, stdout, stderr } = await history.log('rotate', '--log-name', 'example.com/logs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\n\n${await statement()}`);
    expect((await history.bundle()).log.public_key).toMatch(/^example\.com\/logs\/org_[^/]+\/2\+/);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('requires confirmation that the old key is lost, then signs with the new one alone', async () => {
    await history.grow(3);
    const before = await history.bundle();
    rmSync(keyFile());
    expect((await history.log('rotate')).stderr).toContain("the log's key cannot be read from");
    expect(existsSync(keyFile())).toBe(false);
    expect(await history.log('rotate', '--lost')).toMatchObject({ code: 0, stderr: '' });
    expect(openClosing(await statement())).toMatchObject({ closed: before.log.public_key, reason: 'log_key_lost' });
    expect((await statement()).match(/^\u2014 /gm)).toHaveLength(1);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    verifyBundle(await history.bundle());
    await history.grow(1);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('does not hide an invalid log', async () => {
    await history.grow(3);
    await history.change('UPDATE receipt SET issued_at = issued_at - 1 WHERE log_index = 3');
    const key = history.files().get('portal.db.log-key');
    for (const args of [['rotate'], ['rotate', '--lost']])
      expect((await history.log(...args)).stderr).toContain('the key is not replaced, since the log of ');
    expect(history.files().get('portal.db.log-key')).toBe(key);
  });

  test('is finished by the next start of a portal if it was killed before the key file was in place', async () => {
    await history.grow(3);
    const { earlier_key } = JSON.parse((await history.log('rotate', '--json')).stdout);
    renameSync(keyFile(), `${keyFile()}.next`);
    renameSync(earlier_key, keyFile());
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(`${keyFile()}.next`)).toBe(true);
    await history.grow(1);
    expect(existsSync(`${keyFile()}.next`)).toBe(false);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    const aside = readdirSync(dirname(keyFile())).filter((name) => /log-key\.\d+$/.test(name));
    expect(aside.map((name) => existsSync(join(dirname(keyFile()), name)))).toEqual([true]);
  });

  test('changes nothing when it was killed before it changed the database', async () => {
    await history.grow(2);
    await history.copyTo('before');
    const { earlier_key } = JSON.parse((await history.log('rotate', '--json')).stdout);
    renameSync(keyFile(), `${keyFile()}.next`);
    renameSync(earlier_key, keyFile());
    history.putBackFiles('before', ['portal.db', 'portal.db.log-key.signed']);
    await history.grow(1);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(await history.log('rotate')).toMatchObject({ code: 0, stderr: '' });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('fails while a portal runs, which would still use the old key', async () => {
    await history.open(async (door, parties) => {
      await history.growAt(door, parties, 1);
      const { code, stderr } = await history.log('rotate');
      expect([code, stderr]).toEqual([
        1,
        `portal: another process has ${history.database} open: stop the portal first\n`,
      ]);
      await history.growAt(door, parties, 1);
      await history.checkpointAt(door);
    });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('either completes or reports another process when run concurrently, and leaves the log valid', async () => {
    await history.grow(1);
    const all = await Promise.all([history.log('rotate'), history.log('rotate'), history.log('rotate')]);
    expect(
      all.map(({ code, stderr }) => (code === 0 ? '' : stderr.replace(/process has \S+/, 'process has it'))),
    ).toEqual(
      all.map(({ code }) => (code === 0 ? '' : 'portal: another process has it open: stop the portal first\n')),
    );
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(`${keyFile()}.next`)).toBe(false);
  });

  test('does not make a receipt valid that was changed after the logs were verified', async () => {
    await history.grow(3);
    await history.change(`UPDATE receipt SET metadata = '{"a":1}' WHERE log_index = 4`);
    const before = history.files();
    const options = { isLost: false, now: Date.now() };
    await expect(rotateLogs(history.database, options)).rejects.toThrow(
      /^receipt 4 \(\S+\) was changed: run `portal log verify`$/,
    );
    expect(history.files().get('portal.db.log-key')).toBe(before.get('portal.db.log-key'));
    expect((await history.log('verify')).stdout).toContain('receipt 4 (');
  });
});

describe('a copy of the database from before a rotation', () => {
  const earlierKey = () => {
    const [name] = readdirSync(dirname(keyFile())).filter((file) => /log-key\.\d+$/.test(file));
    return join(dirname(keyFile()), name ?? 'none');
  };

  async function restored(): Promise<string> {
    await history.grow(2);
    await history.copyTo('earlier');
    await history.grow(1);
    await history.log('rotate');
    const { log } = await history.bundle();
    await history.restore('earlier');
    return log.public_key;
  }

  test('can be adopted with its earlier key, which closes the latest signed name of the log', async () => {
    const last = await restored();
    expect((await history.log('adopt')).stderr).toContain('or that a rotation has put aside since');
    renameSync(earlierKey(), keyFile());
    expect((await history.log('verify')).stdout).toContain('the log has the epoch 1, and the epoch 2 was signed');
    expect((await history.log('adopt')).stdout).toMatch(/continues as \S+\/3, with 6 leaves/);
    expect(openClosing(await statement())).toMatchObject({ closed: last, reason: 'log_key_lost', signed: { size: 7 } });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(await history.log('rotate')).toMatchObject({ code: 0, stderr: '' });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('can continue without its earlier key if the operator confirms that leaves are lost', async () => {
    const last = await restored();
    rmSync(earlierKey());
    expect((await history.log('rotate', '--lost')).stderr).toContain('the epoch 2 was signed');
    expect(await history.log('rotate', '--lost', '--restored')).toMatchObject({ code: 0, stderr: '' });
    expect(openClosing(await statement())).toMatchObject({ closed: last, signed: { size: 7 }, found: { size: 5 } });
    await history.grow(1);
    expect((await history.log('verify')).stdout).toMatch(/valid {2}3 receipts, 7 leaves, .*\/3\)\n$/);
  });
});

test('detects a changed epoch of an earlier log name', async () => {
  await history.grow(1);
  await history.log('rotate');
  await history.log('rotate');
  expect(await history.log('verify')).toMatchObject({ code: 0 });
  await history.change('UPDATE log_closed SET epoch = 9 - epoch; UPDATE log_closed SET epoch = epoch - 6');
  expect((await history.log('verify')).stdout).toContain('the statements that closed earlier names of the log are not');
});
