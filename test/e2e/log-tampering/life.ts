import type { Database } from 'better-sqlite3';
import { Signer } from '../receipts/signer.js';
import { newId, type Scene } from './scene.js';
import { insertReceipt, nameOf, placeOf, receiptRow, type Tampering } from './tampering.js';

/** Changes by SQL to the keys, agents and entries of a log, to its head and to its organization. */

const AT = 1_000_000_000_000;
const ISO = '2001-09-09T01:46:40.000Z';

/** Returns the first key of `mine` that meets the condition, whether of the agent or of the organization. */
function keyOf(database: Database, { mine }: Scene, condition: string): string {
  const id = database
    .prepare<[string], string>(`SELECT key FROM signing_key WHERE organization_id = ? AND ${condition}`)
    .pluck()
    .get(mine.organization_id);
  if (id === undefined) throw new Error('no such key');
  return id;
}

const OWN = 'agent_id IS NOT NULL AND status = ';
const SHARED = 'agent_id IS NULL';

function setKey(database: Database, id: string, members: Readonly<Record<string, unknown>>, columns: string): void {
  const paths = Object.keys(members).map((name) => `'$.${name}', json(@${name})`);
  const values = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]));
  const { changes } = database
    .prepare(`UPDATE signing_key SET body = json_set(body, ${paths.join()})${columns} WHERE key = '${id}'`)
    .run(values);
  if (changes !== 1) throw new Error('no key was changed');
}

interface KeyLife {
  readonly name: string;
  /** Condition that selects the key. */
  readonly of: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Additional SET clauses for the UPDATE. */
  readonly columns?: string;
  readonly wrong: string;
}

const KEY_LIVES: readonly KeyLife[] = [
  {
    ...{ name: 'un-revoked', of: `${OWN}'revoked'` },
    members: { status: 'retired', revoked_at: null, retired_at: AT, revoked_reason: null },
    columns: ", status = 'retired'",
    wrong: 'status is "retired", and "revoked" in the log',
  },
  {
    ...{ name: 'revoked later than it was', of: `${OWN}'revoked'`, members: { revoked_at: 4_000_000_000_000 } },
    wrong: 'revoked_at is "2096-10-02T07:06:40.000Z", and ',
  },
  {
    ...{ name: 'revoked for another reason', of: `${OWN}'revoked'`, members: { revoked_reason: 'a joke' } },
    wrong: 'revoked_reason was changed',
  },
  {
    ...{ name: 'un-retired', of: `${OWN}'retired'`, members: { status: 'revoked', retired_at: null } },
    columns: ", status = 'revoked'",
    wrong: 'status is "revoked", and "retired" in the log',
  },
  {
    ...{ name: 'retired later than it was', of: `${OWN}'retired'`, members: { retired_at: AT } },
    wrong: `retired_at is "${ISO}", and `,
  },
  {
    ...{ name: 'retired without a log entry', of: SHARED, members: { status: 'retired', retired_at: AT } },
    columns: ", status = 'retired'",
    wrong: 'status is "retired", and "active" in the log',
  },
  {
    ...{ name: 'back-dated', of: `${OWN}'active'`, members: { created_at: AT }, columns: `, created_at = ${AT}` },
    wrong: `created_at is "${ISO}", and `,
  },
  {
    ...{ name: 'widened to all agents', of: `${OWN}'retired'`, members: { agent_id: null } },
    columns: ', agent_id = NULL',
    wrong: 'agent_id is null, and "agt_',
  },
  {
    ...{ name: 'with another thumbprint', of: SHARED, members: { jwk_thumbprint: 'x' } },
    wrong: 'its jwk_thumbprint was changed',
  },
];

const KEYS: readonly Tampering[] = KEY_LIVES.map(({ name, of, members, columns = '', wrong }) => ({
  name: `key life: ${name}`,
  change: (database, scene) => setKey(database, keyOf(database, scene, of), members, columns),
  says: () => 'signing key ',
  contains: `is not as the log says: ${wrong}`,
}));

/** Rows of keys and agents that were inserted into or deleted from their tables directly. */
const ghosts: readonly Tampering[] = [
  {
    name: 'a key added without a log entry',
    change(database, { mine }) {
      const id = newId();
      const { fingerprint: key_fingerprint, pem: public_key, thumbprint: jwk_thumbprint } = new Signer().publicKey;
      const columns = { organization_id: mine.organization_id, agent_id: null, key_fingerprint, status: 'retired' };
      const times = { created_at: AT, retired_at: AT, revoked_at: null, revoked_reason: null };
      const body = JSON.stringify({ id, ...columns, public_key, jwk_thumbprint, ...times });
      database
        .prepare(`INSERT INTO signing_key VALUES (?, ?, NULL, ?, 'retired', ?, 1, ?)`)
        .run(id, mine.organization_id, key_fingerprint, AT, body);
    },
    says: () => 'signing key ',
    contains: 'is not as the log says: the log has no entry of it, so it was added',
  },
  {
    name: 'a key that signed nothing, deleted',
    change: (database, scene) =>
      void database.prepare('DELETE FROM signing_key WHERE key = ?').run(keyOf(database, scene, `${OWN}'revoked'`)),
    says: () => 'signing key ',
    contains: 'is gone: the log has entries of it',
  },
  {
    name: 'an agent added without a log entry',
    change: (database, { mine }) =>
      void database
        .prepare(
          `INSERT INTO agent (key, organization_id, created_at, version, body)
           SELECT 'agt_ghost', organization_id, created_at, version, json_set(body, '$.id', 'agt_ghost') FROM agent WHERE key = ?`,
        )
        .run(mine.agent_id),
    says: () => 'agent agt_ghost is not as the log says: the log has no entry of it, so it was added',
  },
  {
    name: 'an agent dropped',
    change: (database, { mine }) => void database.prepare('DELETE FROM agent WHERE key = ?').run(mine.others.agent_id),
    says: ({ mine }) => `agent ${mine.others.agent_id} is gone: the log has entries of it`,
  },
];

const agent = (name: string, set: string, wrong: string): Tampering => ({
  name: `agent: ${name}`,
  change: (database, { mine }) => void database.prepare(`UPDATE agent SET ${set} WHERE key = ?`).run(mine.agent_id),
  says: ({ mine }) => `agent ${mine.agent_id} is not as the log says: `,
  contains: wrong,
});

const AGENTS: readonly Tampering[] = [
  agent('renamed', `body = json_set(body, '$.name', 'Another')`, 'name or description was changed'),
  agent('described', `body = json_set(body, '$.description', 'None')`, 'name or description was changed'),
  agent(
    'back-dated',
    `body = json_set(body, '$.created_at', ${AT}), created_at = ${AT}`,
    `created_at is "${ISO}", and`,
  ),
  agent('back-dated in its column', `created_at = ${AT}`, 'its column created_at differs from its body'),
  agent('given another body', `body = '[]'`, 'its body is not that of an agent'),
];

const entry = (name: string, sql: string, says: Tampering['says']): Tampering => ({
  name: `entry: ${name}`,
  change(database, { mine }) {
    const { changes } = database.prepare(sql).run({ id: mine.organization_id });
    if (changes < 1) throw new Error('nothing was changed');
  },
  says,
});

const missing = (index: number) => `leaf ${index} is missing: its row was deleted or moved`;
const LEAF = 'does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed';

const ENTRIES: readonly Tampering[] = [
  entry('dropped', 'DELETE FROM log_entry WHERE organization_id = @id AND log_index = 1', () => missing(1)),
  entry('all dropped', 'DELETE FROM log_entry WHERE organization_id = @id', () => missing(0)),
  entry(
    'rewritten',
    `UPDATE log_entry SET data = CAST(replace(data, 'active', 'retired') AS BLOB) WHERE organization_id = @id AND log_index = 4`,
    () => `entry 4 (key_registered) ${LEAF}`,
  ),
  entry(
    'of another type',
    `UPDATE log_entry SET type = 'key_found' WHERE organization_id = @id AND log_index = 4`,
    () => 'entry 4 of the log is of the type key_registered, not key_found',
  ),
  entry(
    'with another salt',
    'UPDATE log_entry SET salt = zeroblob(32) WHERE organization_id = @id AND log_index = 0',
    ({ mine }) => `agent ${mine.agent_id} is not as the log says: name or description was changed`,
  ),
  entry(
    'two swapped',
    `UPDATE log_entry SET (type, data, salt) = (SELECT type, data, salt FROM log_entry AS o WHERE o.organization_id = log_entry.organization_id AND o.log_index = 1 - log_entry.log_index) WHERE organization_id = @id AND log_index IN (0, 1)`,
    () => `entry 0 (consumer_created) ${LEAF}`,
  ),
  entry(
    'one more',
    `INSERT INTO log_entry SELECT organization_id, 1000, type, data, salt FROM log_entry WHERE organization_id = @id AND log_index = 0`,
    ({ mine }) => `entry 1000 (agent_created) was added: the log has ${mine.size} leaves`,
  ),
  entry(
    'moved before the first',
    'UPDATE log_entry SET log_index = -1 WHERE organization_id = @id AND log_index = 0',
    ({ mine }) => `entry -1 (agent_created) was added: the log has ${mine.size} leaves`,
  ),
];

const ORGANIZATIONS: readonly Tampering[] = [
  {
    name: 'the organization dropped, its log left',
    change: (database, { mine }) =>
      void database.prepare('DELETE FROM organization WHERE key = ?').run(mine.organization_id),
    says: () => 'the organization of the log is gone',
  },
  {
    name: 'the organization dropped with everything that it has',
    change: (database, scene) => dropAll(database, scene, [...LOGGED, 'organization']),
    says: ({ mine }) => `the organization and its log are gone: ${mine.size} leaves of it were signed. `,
    contains: 'portal log adopt --gone',
  },
  {
    name: 'the log emptied under a head of size 0',
    change(database, scene) {
      dropAll(database, scene, ['receipt', 'log_node', 'log_entry', 'signing_key', 'agent']);
      database
        .prepare("UPDATE log_head SET size = 0, peaks = x'' WHERE organization_id = ?")
        .run(scene.mine.organization_id);
    },
    says: () =>
      'the head of the log is not the one that the portal wrote for 0 leaves: the log was truncated, or its head was changed',
  },
  {
    name: 'an epoch that nobody began',
    change: (database, { mine }) =>
      void database.prepare('UPDATE log_head SET epoch = 2 WHERE organization_id = ?').run(mine.organization_id),
    says: ({ mine }) =>
      `the head of the log is not the one that the portal wrote for ${mine.size} leaves: the log was truncated, or its head was changed`,
  },
  {
    name: 'an earlier name that nobody closed',
    change: (database, { mine }) =>
      void database
        .prepare("INSERT INTO log_closed VALUES (?, 1, ?, 'a statement')")
        .run(mine.organization_id, mine.vkey),
    says: () => 'the statements that closed earlier names of the log are not those that its entries say',
  },
  {
    name: 'a receipt replayed under another job',
    change(database, scene) {
      const row = receiptRow(database, scene, 2);
      insertReceipt(database, { ...row, id: newId(), job_id: 'again', receipt_hash: '0'.repeat(64), log_index: 1000 });
    },
    says: () => 'receipt 1000 (',
    contains: 'was added',
  },
  {
    name: 'metadata of two receipts rewritten',
    change(database, scene) {
      const [a, b] = [placeOf(scene, 5), placeOf(scene, 6)];
      database
        .prepare(
          "UPDATE receipt SET metadata = json_object('n', log_index) WHERE organization_id = ? AND log_index IN (?, ?)",
        )
        .run(scene.mine.organization_id, a, b);
    },
    says: (scene) => `${nameOf(scene, 5)} is not valid: its signature, its signing key, its unsigned metadata`,
    contains: 'was replaced after it was accepted',
  },
];

const LOGGED = ['receipt', 'log_node', 'log_head', 'log_entry', 'log_closed', 'signing_key', 'agent'];

function dropAll(database: Database, { mine }: Scene, tables: readonly string[]): void {
  for (const table of tables) {
    const column = table === 'organization' ? 'key' : 'organization_id';
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(mine.organization_id);
  }
}

export const LIFE_TAMPERINGS: readonly Tampering[] = [...KEYS, ...ghosts, ...AGENTS, ...ENTRIES, ...ORGANIZATIONS];
