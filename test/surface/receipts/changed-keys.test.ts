import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeOf, TAMPERINGS } from '../../../src/docs/tampering-list.js';
import { type Attester, anotherAgent, demoAttester, registered } from '../../actors/attester.js';
import { newSigner, receiptFor, type Signer } from '../../actors/signer.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { postgresOf } from '../../support/postgres-of-path.js';
import { inPostgres } from '../../support/postgres-rows.js';
import { stillClock } from '../../support/still-clock.js';

/** Rows of signing keys changed by SQL while the portal serves: acceptance believes the log, not the row. */

const DAY = 86_400_000;

let portal: TestPortal;
let own: Attester;
let clock: ReturnType<typeof stillClock>;
beforeAll(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  own = demoAttester(portal);
});
afterAll(() => portal.close());

interface Keyed {
  readonly agent_id: string;
  readonly signer: Signer;
  readonly signing_key_id: string;
}

async function keyed(): Promise<Keyed> {
  const [agent_id, signer] = [await anotherAgent(portal, own.organization_id), newSigner()];
  const signing_key_id = await registered(own.by, signer, agent_id);
  clock.advance(1000);
  return { agent_id, signer, signing_key_id };
}

const submission = ({ agent_id, signer }: Keyed, issuedAt = clock.now()) => ({
  ...signer.submission(receiptFor({ ...own, agent_id }, issuedAt)),
});

async function change(sql: string): Promise<void> {
  const url = postgresOf(portal.database);
  if (url !== undefined) return void (await inPostgres(url, (client) => client.query(sql)));
  const file = new Sqlite(portal.database);
  expect(file.prepare(sql).run().changes).toBe(1);
  file.close();
}

const replaced = (from: string, to: string) => `body = replace(body, '${from}', '${to}')`;

const tested: string[] = [];
function rejects(name: ChangeOf<'acceptance'>, test: () => Promise<void>): void {
  tested.push(name);
  it(`is not believed: ${name}`, test);
}

describe('a signing key changed by SQL', () => {
  rejects('a revoked key, revived', async () => {
    const key = await keyed();
    const { signing_key_id } = key;
    await own.by.ok('submit_receipt', submission(key));
    await own.by.ok('revoke_signing_key', { signing_key_id, reason: 'lost' });
    const revived = replaced('"status":"revoked"', '"status":"active"');
    await change(`UPDATE signing_key SET status = 'active', ${revived} WHERE key = '${signing_key_id}'`);
    await own.by.refused('submit_receipt', submission(key), 'signing_key_revoked');
  });

  rejects('a retired key, retired later', async () => {
    const key = await keyed();
    const { signing_key_id } = key;
    const at = clock.now();
    await own.by.ok('rotate_signing_key', { signing_key_id, public_key: newSigner().public_key });
    const later = replaced(`"retired_at":${at}`, `"retired_at":${at + 30 * DAY}`);
    clock.advance(1000);
    await change(`UPDATE signing_key SET ${later} WHERE key = '${signing_key_id}'`);
    await own.by.refused('submit_receipt', submission(key), 'signing_key_retired');
    await own.by.ok('submit_receipt', submission(key, at));
    clock.advance(8 * DAY);
    await own.by.refused('submit_receipt', submission(key, at), 'signing_key_retired');
  });

  rejects('a key of an agent, widened to all agents', async () => {
    const [key, other] = [await keyed(), await keyed()];
    const shared = replaced(`"agent_id":"${key.agent_id}"`, '"agent_id":null');
    await change(`UPDATE signing_key SET agent_id = NULL, ${shared} WHERE key = '${key.signing_key_id}'`);
    const { signer } = key;
    await own.by.refused('submit_receipt', submission({ ...other, signer }), 'signing_key_unknown');
  });

  rejects('a key without a log entry', async () => {
    const [key, ghost] = [await keyed(), newSigner()];
    const body = `replace(replace(body, '${key.signing_key_id}', 'ghost'), '${key.signer.fingerprint}', '${ghost.fingerprint}')`;
    await change(
      `INSERT INTO signing_key (key, organization_id, agent_id, key_fingerprint, status, created_at, version, body)
       SELECT 'ghost', organization_id, agent_id, '${ghost.fingerprint}', 'retired', created_at, version, ${body}
       FROM signing_key WHERE key = '${key.signing_key_id}'`,
    );
    await own.by.refused('submit_receipt', submission({ ...key, signer: ghost }), 'signing_key_unknown');
  });

  rejects('another key under the id of a registered one', async () => {
    const [key, taken] = [await keyed(), newSigner()];
    const renamed = replaced(key.signer.fingerprint, taken.fingerprint);
    await change(
      `UPDATE signing_key SET key_fingerprint = '${taken.fingerprint}', ${renamed} WHERE key = '${key.signing_key_id}'`,
    );
    await own.by.refused('submit_receipt', submission({ ...key, signer: taken }), 'signing_key_unknown');
  });

  it('is tested in each way that the document lists', () => {
    expect(tested).toEqual(TAMPERINGS.acceptance.changes);
  });
});

it('gives a receipt the time of the one before it when the clock was set back', async () => {
  const key = await keyed();
  clock.advance(2 * 3_600_000);
  const times: string[] = [];
  for (const step of [0, -3_600_000, 1000]) {
    clock.advance(step);
    const { id: receipt_id } = await own.by.ok('submit_receipt', submission(key));
    times.push((await own.by.ok('get_receipt', { receipt_id })).data.received_at);
  }
  expect(times).toEqual([times[0], times[0], times[0]]);
  clock.advance(3_600_000);
  const { id: receipt_id } = await own.by.ok('submit_receipt', submission(key));
  const { data } = await own.by.ok('get_receipt', { receipt_id });
  expect(Date.parse(data.received_at)).toBe(clock.now());
});
