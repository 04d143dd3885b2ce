import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { openLogAudit } from '../../src/store/open-store.js';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { newSigner, receiptFor, type Signer } from '../actors/signer.js';
import { startPortal } from '../support/portal.js';
import { postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { changeStored, readStored } from '../support/stored.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

/** After any sequence of actions on agents, keys and receipts, the log is valid, and a tampered row is detected. */

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const RUNS = volume(12, 100);
const STEPS = ['agent', 'rename', 'register', 'rotate', 'revoke', 'receipt', 'receipt', 'sign'] as const;

/** Differences between the SQL of the engines. */
interface Dialect {
  readonly zeros: (bytes: number) => string;
  readonly emptyObject: string;
  /** Returns an expression for the body with a member replaced. */
  readonly body: (member: string, json: string) => string;
  /** Id of the agent or key that an entry is about. */
  readonly entryId: string;
}
const OF_FILE: Dialect = {
  zeros: (bytes) => `zeroblob(${bytes})`,
  emptyObject: "CAST('{}' AS BLOB)",
  body: (member, json) => `json_set(body, '$.${member}', json('${json}'))`,
  entryId: "json_extract(CAST(data AS TEXT), '$.id')",
};
const OF_SERVER: Dialect = {
  zeros: (bytes) => `decode(repeat('00', ${bytes}), 'hex')`,
  emptyObject: "convert_to('{}', 'UTF8')",
  body: (member, json) => `jsonb_set(body::jsonb, '{${member}}', '${json}')::text`,
  entryId: "convert_from(data, 'UTF8')::json ->> 'id'",
};

/** Tables, each with SQL that assigns another value to a column. */
const CHANGES = [
  ['receipt', () => 'metadata = \'{"forged":1}\''],
  ['receipt', () => 'received_at = received_at - 1'],
  ['receipt', ({ zeros }: Dialect) => `signature = ${zeros(64)}`],
  ['signing_key', ({ body }: Dialect) => `body = ${body('revoked_reason', '"forged"')}`],
  ['signing_key', ({ body }: Dialect) => `body = ${body('created_at', '1')}, created_at = 1`],
  ['signing_key', ({ body }: Dialect) => `body = ${body('jwk_thumbprint', '"forged"')}`],
  ['agent', ({ body }: Dialect) => `body = ${body('name', '"forged"')}`],
  ['agent', ({ body }: Dialect) => `body = ${body('created_at', '1')}, created_at = 1`],
  ['log_entry', ({ zeros }: Dialect) => `salt = ${zeros(32)}`],
  ['log_entry', ({ emptyObject }: Dialect) => `data = ${emptyObject}`],
  ['log_entry', () => 'log_index = log_index + 1000'],
  ['log_node', ({ zeros }: Dialect) => `hash = ${zeros(32)}`],
  ['log_head', ({ zeros }: Dialect) => `mac = ${zeros(32)}`],
] as const;

/** Key columns of each table. */
const KEYS = {
  ...{ receipt: 'id', signing_key: 'key', agent: 'key' },
  ...{ log_entry: 'log_index', log_node: 'log_index, level', log_head: 'organization_id' },
} as const;

type Step = (typeof STEPS)[number];

/** An agent, with its active key if any. */
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
  const url = postgresOf(database);
  const audit = await openLogAudit(url ?? database, url === undefined ? {} : { logKey: logKeyFile(database) });
  try {
    const faults: string[] = [];
    for (const id of await audit.auditor.organizations()) faults.push(...(await audit.auditor.audit(id)).faults);
    return faults;
  } finally {
    await audit.close();
  }
}

/** Only the salt of a key's or agent's last entry can be checked, since rows have only the latest private members. */
const lastEntries = ({ entryId }: Dialect) => `log_index IN (SELECT max(log_index) FROM log_entry GROUP BY ${entryId})`;

/** Changes one row. Returns false if there is none. */
async function change(database: string, [table, setIn]: (typeof CHANGES)[number], which: number): Promise<boolean> {
  const dialect = postgresOf(database) === undefined ? OF_FILE : OF_SERVER;
  const set = setIn(dialect);
  const own = set.startsWith('salt') ? lastEntries(dialect) : '1 = 1';
  const key = KEYS[table];
  const rows = await readStored(database, `SELECT ${key} FROM ${table} WHERE ${own}`);
  if (rows.length === 0) return false;
  const at = `(SELECT ${key} FROM ${table} WHERE ${own} ORDER BY ${key} LIMIT 1 OFFSET ${which % rows.length})`;
  await changeStored(database, `UPDATE ${table} SET ${set} WHERE (${key}) = ${at}`);
  return true;
}

it('a log stays valid after any changes of agents and keys, and a tampered row is detected', async () => {
  const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(50));
  const changed = fc.tuple(fc.constantFrom(...CHANGES), fc.nat(100));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), changed, async (steps, [tampering, which]) => {
      run += 1;
      const database = join(folder, `${run}.db`);
      await live(database, steps);
      expect(await faultsOf(database)).toEqual([]);
      if (await change(database, tampering, which)) expect(await faultsOf(database)).not.toEqual([]);
      await releasePostgresOf(database);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
