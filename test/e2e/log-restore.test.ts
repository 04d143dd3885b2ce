import { existsSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClosing } from '../../src/attestation/log-statement.js';
import { type ChangeOf, TAMPERINGS } from '../../src/docs/tampering-list.js';
import { verifyBundle } from '../../src/receipts.js';
import { run } from '../support/program.js';
import { History } from './log-history/history.js';
import { done } from './receipts/organization.js';

/** A restore in these tests replaces only the database, as from a backup; the log key and the signed heads stay. */

/** Journals are of files only. */
const IS_ON_SERVER = process.env.PORTAL_TEST_ENGINE === 'postgres';

let history: History;
beforeEach(() => {
  history = new History();
});
afterEach(() => history.remove());

const signedFile = () => `${history.database}.log-key.signed`;
const closed = () => history.row<{ epoch: number; vkey: string; statement: string }>('SELECT * FROM log_closed');

/** Creates a log with 12 signed leaves, and restores a copy of its database from when it had 8. */
async function restored(): Promise<void> {
  await history.grow(5);
  await history.copyTo('earlier');
  await history.grow(4);
  await history.keep();
  await history.restore('earlier');
}

const BEHIND =
  /^portal: the log of org_\S+ has 8 leaves, but 12 were signed: an older copy of the database was restored.*`portal log adopt`\.\n$/;

describe('an older copy of the database', () => {
  test('is reported as behind its signed heads, and its log is neither signed nor extended', async () => {
    await restored();
    const refused = await history.log('checkpoint');
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(BEHIND) });
    const { code, stdout } = await history.log('verify');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('the log has 8 leaves, and 12 were signed: an older copy'),
    ]);
    await expect(history.grow(1)).rejects.toThrow(/503 .*operator of the portal must verify/);
    await expect(history.bundle()).rejects.toThrow(/503 .*operator must verify/);
    expect(await history.row('SELECT size FROM log_head')).toEqual({ size: 8 });
  });

  test('can be adopted under a new log name: earlier proofs stay valid, and the log continues', async () => {
    await history.grow(5);
    const before = await history.bundle();
    await history.copyTo('earlier');
    await history.grow(4);
    const lost = await history.bundle();
    await history.restore('earlier');
    const adopted = await history.log('adopt');
    expect(adopted).toMatchObject({ code: 0, stderr: '' });
    const [, shown = ''] = adopted.stdout.split(/^public key {2}\S+\n\n/m);
    expect(adopted.stdout).toMatch(/^org_\S+ {2}continues as \S+\/org_\S+\/2, with 9 leaves\npublic key {2}\S+\n\n/);
    expect(openClosing(shown)).toMatchObject({ reason: 'log_adopted', found: { size: 8 } });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    for (const old of [before, lost]) expect(verifyBundle(old, { log: before.log.public_key }).id).toBe(old.id);
    const after = await history.bundle();
    expect(after).toMatchObject({ id: before.id, log: { index: before.log.index, tree_size: 9 } });
    expect(verifyBundle(after).log).toMatch(/\/2\+[0-9a-f]{8}\+/);
    await history.grow(3);
    expect((await history.log('verify')).stdout).toMatch(/valid {2}8 receipts, 12 leaves, .*\/2\)\n$/);
  });

  test('is recorded as stopped until it is adopted', async () => {
    await restored();
    const findStop = async () => {
      const [organization] = (await history.log('verify')).stdout.split(' ');
      return history.open((_door, _parties, { app }) =>
        app.store.read((rows) => rows.get('organization', organization ?? '')?.log_stop),
      );
    };
    await history.open(async (door, _parties, { app }) => {
      await expect(history.checkpointAt(door)).rejects.toThrow('503');
      await app.portal.checkpoints.note();
    });
    expect(await findStop()).toMatchObject({ check: 'signed_heads' });
    expect(await history.log('adopt')).toMatchObject({ code: 0, stderr: '' });
    expect(await findStop()).toBeUndefined();
  });

  test('is adopted with a statement that closes the old log and is signed under both names', async () => {
    await restored();
    const { public_key } = JSON.parse((await history.log('adopt', '--json')).stdout);
    const { statement, vkey, epoch } = await closed();
    const said = openClosing(statement);
    expect(said).toMatchObject({ closed: vkey, opened: public_key, signed: { size: 12 }, found: { size: 8 } });
    expect([epoch, said.reason]).toEqual([1, 'log_adopted']);
    for (const line of [-2, -3]) {
      const without = statement.split('\n').toSpliced(line, 1).join('\n');
      expect(() => openClosing(without)).toThrow(/is not signed by/);
    }
    expect(() => openClosing(statement.replace('\n12\n', '\n11\n'))).toThrow(/signature of \S+ is not valid/);
  });

  test('gives its log a third name if it is restored and adopted again', async () => {
    await restored();
    expect(await history.log('adopt')).toMatchObject({ code: 0 });
    await history.grow(1);
    await history.keep();
    await history.restore('earlier');
    expect((await history.log('checkpoint')).stderr).toContain('has epoch 1, but epoch 2 was begun');
    expect((await history.log('verify')).stdout).toContain('the log has 8 leaves, and 12 were signed');
    expect((await history.log('adopt')).stdout).toMatch(/continues as \S+\/3, with 9 leaves/);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('is rejected if it continued while the signed heads were missing, but can be adopted', async () => {
    await restored();
    renameSync(signedFile(), `${signedFile()}.away`);
    await history.grow(6);
    renameSync(`${signedFile()}.away`, signedFile());
    expect((await history.log('checkpoint')).stderr).toContain('differs from the 12 leaves that were signed');
    expect((await history.log('verify')).stdout).toContain(
      'the log and its signed heads differ in the first 12 leaves',
    );
    await expect(history.grow(1)).rejects.toThrow('503');
    expect(await history.log('adopt')).toMatchObject({ code: 0 });
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('cannot be adopted if its log extends the signed heads or is not valid', async () => {
    await history.grow(3);
    await history.keep();
    expect((await history.log('adopt')).stderr).toMatch(/extends its signed heads: there is nothing to adopt\n$/);
    await history.change('UPDATE receipt SET job_id = id WHERE log_index = 3');
    expect((await history.log('adopt')).stderr).toMatch(
      /cannot be adopted: receipt 3 \(\S+\) is not valid: its column job_id/,
    );
  });
});

describe('an organization missing from the restored copy', () => {
  test('has its log reported as missing until the operator gives up the log', async () => {
    await history.grow(1);
    await history.copyTo('earlier');
    const { stdout } = await run(['orgs', 'create', 'Second', '--json'], history.env);
    const { organization_id } = JSON.parse(stdout);
    await history.restore('earlier');
    for (const command of ['verify', 'rotate']) {
      const { code, stdout, stderr } = await history.log(command);
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(`portal log adopt --gone`)]);
    }
    expect((await history.log('adopt', '--gone')).stderr).toContain('--gone must be used with --organization');
    const gone = ['adopt', '--gone', '--organization'];
    const { key: mine } = await history.row<{ key: string }>('SELECT key FROM organization');
    expect((await history.log(...gone, mine)).stderr).toMatch(/is not gone: its organization is there\n$/);
    expect((await history.log(...gone, 'org_none')).stderr).toMatch(/^portal: there is no organization org_none/);
    const given = await history.log(...gone, organization_id, '--json');
    expect(JSON.parse(given.stdout)).toEqual({ organization_id, gone: true, signed_size: 0 });
    for (const command of ['verify', 'rotate', 'verify'])
      expect(await history.log(command)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the file of the signed heads', () => {
  const changeSigned = (sql: string) => {
    const file = new DatabaseConstructor(signedFile());
    file.exec(sql);
    file.close();
  };
  const writeOtherDatabase = () => {
    rmSync(signedFile());
    changeSigned('CREATE TABLE other (id INTEGER)');
  };
  const OTHERWISE = (what: string) => `cannot be used (its ${what} is not as this program makes it)`;
  const CHANGES: Readonly<Record<ChangeOf<'signed'>, { change(older: Buffer): void; code: number; says: string }>> = {
    removed: { change: () => rmSync(signedFile()), code: 6, says: 'says nothing of the log' },
    emptied: { change: () => truncateSync(signedFile()), code: 6, says: 'says nothing of the log' },
    'an older copy put back': {
      change: (older) => writeFileSync(signedFile(), older),
      code: 6,
      says: 'of the log, and a checkpoint of 6 was signed',
    },
    'a trigger added': {
      change: () => changeSigned('CREATE TRIGGER quiet BEFORE UPDATE ON signed_head BEGIN SELECT RAISE(IGNORE); END'),
      code: 1,
      says: OTHERWISE('trigger quiet'),
    },
    'a table changed': {
      change: () => changeSigned('ALTER TABLE signed_head ADD COLUMN more INTEGER'),
      code: 1,
      says: OTHERWISE('table signed_head'),
    },
  };

  test.each(TAMPERINGS.signed.changes)('is found by log verify to be lost or changed: %s', async (name) => {
    await history.grow(2);
    const older = readFileSync(signedFile());
    await history.grow(1);
    await history.open(async (door) => void (await history.checkpointAt(door)));
    CHANGES[name].change(older);
    const { code, says } = CHANGES[name];
    expect(await history.log('verify')).toMatchObject({ code, stderr: expect.stringContaining(says) });
  });

  test.each([
    ['is no database', () => writeFileSync(signedFile(), 'nothing'.repeat(500)), 'file is not a database'],
    ['is another database', writeOtherDatabase, 'it is another database'],
  ])('is rejected by every command that reads it if it %s, and stays unchanged', async (_what, spoil, why) => {
    await history.grow(2);
    spoil();
    const before = history.files();
    for (const command of ['verify', 'checkpoint', 'adopt', 'rotate']) {
      const { code, stdout, stderr } = await history.log(command);
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringContaining(`${signedFile()}, cannot be used (${why})`),
      ]);
    }
    expect(history.files().get('portal.db.log-key.signed')).toBe(before.get('portal.db.log-key.signed'));
  });

  test('gets the current heads at the next start if it was emptied', async () => {
    await history.grow(3);
    truncateSync(signedFile());
    expect((await history.log('verify')).stderr).toMatch(/^portal: \S+ was lost or set back\. .*\norg_\S+: /);
    await history.open(async () => undefined);
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse((await history.log('verify', '--json')).stdout)).toMatchObject([{ signed_size: 6 }]);
  });

  test('stops a portal from signing heads, but not from accepting receipts, if it is removed', async () => {
    const lines: string[] = [];
    await history.grow(1);
    await history.open(async (door, parties, { app }) => {
      vi.spyOn(app.log, 'error').mockImplementation((event, fields) => lines.push(`${event} ${fields?.fault}`));
      await history.growAt(door, parties, 1);
      await history.checkpointAt(door);
      rmSync(signedFile());
      await history.growAt(door, parties, 1);
      await expect(history.checkpointAt(door)).rejects.toThrow(/503 .*operator must verify/);
      await expect(app.portal.checkpoints.note()).rejects.toThrow('it was moved or replaced while it was open');
    });
    await history.keep();
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('signed heads', () => {
  test('are recorded even if nobody requests signatures, so that an older copy is detected', async () => {
    await history.grow(5);
    await history.copyTo('earlier');
    await history.open(async (door, parties, { app }) => {
      await history.growAt(door, parties, 4);
      await app.portal.checkpoints.note();
    });
    await history.restore('earlier');
    expect((await history.log('verify')).stdout).toContain('the log has 8 leaves, and 12 were signed');
    await expect(history.grow(1)).rejects.toThrow(/503 .*operator of the portal must verify/);
  });

  test('let a running portal alert its operator to a log that was set back', async () => {
    const lines: string[] = [];
    await history.grow(5);
    await history.open(async (door, parties, { app }) => {
      const { size, peaks, mac } = await history.row<{ size: number; peaks: Buffer; mac: Buffer }>(
        'SELECT * FROM log_head',
      );
      await history.growAt(door, parties, 1);
      await history.checkpointAt(door);
      await history.growAt(door, parties, 1);
      vi.spyOn(app.log, 'error').mockImplementation((event, fields) => lines.push(`${event} ${fields?.fault}`));
      await history.change(
        `UPDATE log_head SET size = ${size}, peaks = ${history.literal(peaks)}, mac = ${history.literal(mac)}`,
      );
      await app.portal.checkpoints.note();
    });
    expect(lines).toEqual([expect.stringMatching(/^log_refused .*has 8 leaves, but 9 were signed/)]);
  });

  test('are not replaced by smaller ones if a log is set back while a portal runs', async () => {
    await history.grow(5);
    await history.open(async (door, parties) => {
      const head = await history.row<{ size: number; peaks: Buffer; mac: Buffer }>(
        'SELECT size, peaks, mac FROM log_head',
      );
      await history.growAt(door, parties, 4);
      await history.checkpointAt(door);
      await history.change(
        `UPDATE log_head SET size = ${head.size}, peaks = ${history.literal(head.peaks)}, mac = ${history.literal(head.mac)};
         DELETE FROM receipt WHERE log_index >= ${head.size}; DELETE FROM log_node WHERE log_index >= ${head.size}`,
      );
      await expect(history.checkpointAt(door)).rejects.toThrow('503');
      await expect(history.growAt(door, parties, 1)).rejects.toThrow('503');
    });
    expect((await history.log('verify')).stdout).toContain('the log has 8 leaves, and 12 were signed');
  });

  test('end log verify with 6 if their file is missing, and are recorded again', async () => {
    await history.grow(2);
    renameSync(signedFile(), `${signedFile()}.away`);
    const { code, stderr } = await history.log('verify');
    expect([code, stderr]).toEqual([
      6,
      expect.stringMatching(/^portal: there is no \S+\. .*\norg_\S+: .* says nothing of the log: it was lost/),
    ]);
    expect(existsSync(signedFile())).toBe(false);
    await history.keep();
    expect(await history.log('verify')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('an emptied log', () => {
  test('is not restarted: every command rejects it, and the key file stays', async () => {
    await history.grow(3);
    for (const table of ['log_identity', 'log_head', 'log_node', 'receipt', 'log_entry'])
      await history.change(`DELETE FROM ${table}`);
    const before = history.files();
    for (const command of ['verify', 'checkpoint', 'adopt']) {
      const { code, stderr } = await history.log(command);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^portal: the database (has had|does not hold)/)]);
    }
    await expect(history.grow(1)).rejects.toThrow('does not hold their name any more');
    expect(history.files().get('portal.db.log-key')).toBe(before.get('portal.db.log-key'));
    expect(readdirSync(dirname(history.database)).filter((name) => /log-key\.\d/.test(name))).toEqual([]);
  });
});

describe('portal log verify', () => {
  test('changes no byte of any file, and creates no file', async () => {
    await history.grow(3);
    await history.keep();
    const before = history.files();
    expect(await history.log('verify')).toMatchObject({ code: 0 });
    expect(history.files()).toEqual(before);
    await history.change(`UPDATE log_head SET mac = ${history.literal(Buffer.alloc(0))}`);
    const changed = history.files();
    expect(await history.log('verify')).toMatchObject({ code: 1 });
    expect(history.files()).toEqual(changed);
  });

  test('reports a valid log after an erasure, which rewrites the file', async () => {
    await history.open(async (door, parties, { app }) => {
      await history.growAt(door, parties, 3);
      await app.store.forget();
      await history.growAt(door, parties, 2);
      await history.checkpointAt(door);
      await app.store.forget();
    });
    const { code, stdout } = await history.log('verify');
    expect([code, stdout]).toEqual([0, expect.stringContaining('  valid  5 receipts, 8 leaves, ')]);
  });

  test('reads the commits of a running portal', async () => {
    await history.open(async (door, parties) => {
      await history.growAt(door, parties, 2);
      expect((await history.log('verify')).stdout).toContain('  valid  2 receipts, 5 leaves, ');
      await history.growAt(door, parties, 1);
      expect((await history.log('verify')).stdout).toContain('  valid  3 receipts, 6 leaves, ');
    });
  });

  // A server keeps its journal to itself.
  if (!IS_ON_SERVER)
    test('reads the journal of a killed portal, and leaves it unchanged', async () => {
      await history.open(async (door, parties) => {
        await history.growAt(door, parties, 2);
        await history.copyTo('killed');
      });
      await history.restore('killed');
      history.removeFile('portal.db-shm');
      const before = history.files();
      expect(before.get('portal.db-wal')?.length).toBeGreaterThan(0);
      expect((await history.log('verify')).stdout).toContain('  valid  2 receipts, 5 leaves, ');
      expect(history.files()).toEqual(before);
    });
});

test('returns 503 and refers callers to the operator if a node is missing or a head was changed', async () => {
  await history.open(async (door, parties) => {
    await history.growAt(door, parties, 3);
    await history.change('DELETE FROM log_node WHERE level = 0');
    const read = (path: string) => done(door, 'GET', `/api/receipts/log/${path}`);
    await expect(read('consistency?from=1')).rejects.toThrow(/503 .*the operator of the portal must verify it/);
    await history.change(`UPDATE log_head SET mac = ${history.literal(Buffer.alloc(0))}`);
    for (const path of ['checkpoint', 'consistency?from=1'])
      await expect(read(path)).rejects.toThrow(/503 .*the operator of the portal must verify it/);
  });
});
