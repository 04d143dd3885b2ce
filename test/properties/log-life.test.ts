import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLogAudit } from '../../src/store/open-store.js';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { newSigner, receiptFor, type Signer } from '../actors/signer.js';
import { startPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

/** Whatever agents and keys do, the log is valid; and whatever one row of it is changed to, that is found. */

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const RUNS = volume(12, 100);
const STEPS = ['agent', 'rename', 'register', 'rotate', 'revoke', 'receipt', 'receipt', 'sign'] as const;

/** Columns of each table, and what SQL sets them to; each value differs from what stands there. */
const CHANGES = [
  ['receipt', 'metadata = \'{"forged":1}\''],
  ['receipt', 'received_at = received_at - 1'],
  ['receipt', 'signature = zeroblob(64)'],
  ['signing_key', "body = json_set(body, '$.revoked_reason', 'forged')"],
  ['signing_key', "body = json_set(body, '$.created_at', 1), created_at = 1"],
  ['signing_key', "body = json_set(body, '$.jwk_thumbprint', 'forged')"],
  ['agent', "body = json_set(body, '$.name', 'forged')"],
  ['agent', "body = json_set(body, '$.created_at', 1), created_at = 1"],
  ['log_entry', 'salt = zeroblob(32)'],
  ['log_entry', "data = CAST('{}' AS BLOB)"],
  ['log_entry', 'log_index = log_index + 1000'],
  ['log_node', 'hash = zeroblob(32)'],
  ['log_head', 'mac = zeroblob(32)'],
] as const;

type Step = (typeof STEPS)[number];

/** An agent, with its active key if it has one. */
interface Actor {
  readonly agent_id: string;
  signer: (Signer & { readonly id: string }) | undefined;
}

async function live(database: string, steps: readonly (readonly [Step, number])[]): Promise<void> {
  const portal = await startPortal({ database });
  const attester = demoAttester(portal);
  const actors: Actor[] = [{ agent_id: attester.agent_id, signer: await newSignerOf(attester, attester.agent_id) }];
  const { by } = attester;
  try {
    for (const [step, which] of steps) {
      const actor = actors[which % actors.length];
      if (!actor) throw new Error('no actor');
      const { agent_id, signer } = actor;
      if (step === 'agent') {
        const { data } = await by.ok('create_agent', { name: `Agent ${which}` });
        actors.push({ agent_id: data.id, signer: undefined });
      } else if (step === 'rename') await by.ok('update_agent', { agent_id, name: `Agent ${which}` });
      else if (step === 'sign') await portal.app.store.signLog(attester.organization_id);
      else if (step === 'register') actor.signer ??= await newSignerOf(attester, agent_id);
      else if (!signer) continue;
      else if (step === 'receipt')
        await by.ok('submit_receipt', { ...signer.submission(receiptFor({ ...attester, agent_id }, Date.now())) });
      else if (step === 'rotate') {
        const next = newSigner();
        const { data } = await by.ok('rotate_signing_key', { signing_key_id: signer.id, public_key: next.public_key });
        actor.signer = { ...next, id: data.id };
      } else {
        await by.ok('revoke_signing_key', { signing_key_id: signer.id, reason: 'lost' });
        actor.signer = undefined;
      }
    }
    await portal.app.store.signLog(attester.organization_id);
  } finally {
    await portal.close();
  }
}

async function faultsOf(database: string): Promise<readonly string[]> {
  const audit = await openLogAudit(database, {});
  try {
    const faults: string[] = [];
    for (const id of await audit.auditor.organizations()) faults.push(...(await audit.auditor.audit(id)).faults);
    return faults;
  } finally {
    await audit.close();
  }
}

/** What an earlier entry of a key or agent hid is kept nowhere, so nothing can tell its salt. */
const LAST_ENTRIES =
  "log_index IN (SELECT max(log_index) FROM log_entry GROUP BY json_extract(CAST(data AS TEXT), '$.id'))";

/** Changes one row; false when there is none. */
function change(database: string, [table, set]: (typeof CHANGES)[number], which: number): boolean {
  const file = new DatabaseConstructor(database);
  file.pragma('foreign_keys = OFF');
  const own = set.startsWith('salt')
    ? LAST_ENTRIES
    : table === 'log_node' || table === 'log_entry' || table === 'log_head'
      ? "organization_id > ''"
      : "'' = ''";
  const count = Number(file.prepare(`SELECT count(*) FROM ${table} WHERE ${own}`).pluck().get());
  const key = { log_node: 'level, position', log_entry: 'log_index', log_head: 'organization_id' };
  const name = table in key ? Reflect.get(key, table) : 'rowid';
  if (count > 0) {
    const at = `(SELECT ${name} FROM ${table} WHERE ${own} ORDER BY ${name} LIMIT 1 OFFSET ${which % count})`;
    file.prepare(`UPDATE ${table} SET ${set} WHERE (${name}) = ${at}`).run();
  }
  file.close();
  return count > 0;
}

it('keys and agents that come and go leave a valid log, in which every change of a row is found', async () => {
  const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(50));
  const changed = fc.tuple(fc.constantFrom(...CHANGES), fc.nat(100));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), changed, async (steps, [tampering, which]) => {
      run += 1;
      const database = join(folder, `${run}.db`);
      await live(database, steps);
      expect(await faultsOf(database)).toEqual([]);
      if (change(database, tampering, which)) expect(await faultsOf(database)).not.toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
