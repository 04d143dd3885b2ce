import type { Database } from 'better-sqlite3';
import type { Scene } from './scene.js';
import { nameOf, type Tampering, VICTIM } from './tampering.js';

/** SQL values that the portal never writes, such as a time as text, an incomplete character or a line break. */

function run(database: Database, sql: string, ...values: readonly unknown[]): void {
  const { changes } = database.prepare(sql).run(...values);
  if (changes !== 1) throw new Error(`${changes} rows were changed`);
}

/** Sets a member of the retired key of `mine`; the value is SQL. */
const retired = (member: string, value: string): Tampering['change'] => {
  const sql = `UPDATE signing_key SET body = json_set(body, '$.${member}', ${value}) WHERE organization_id = ? AND status = 'retired'`;
  return (database, { mine }) => run(database, sql, mine.organization_id);
};
const OF_BODY = "json_extract(body, '$.retired_at')";

const agent = (change: string): Tampering['change'] => {
  return (database, { mine }) => run(database, `UPDATE agent SET ${change} WHERE key = ?`, mine.agent_id);
};
const RENAMED = ({ mine }: Scene) => `agent ${mine.agent_id} is not as the log says: name or description was changed`;

const checkpointId = ({ mine }: Scene) => `${mine.organization_id}/1/${mine.size}`;
const checkpoint = (members: string): Tampering['change'] => {
  const sql = `UPDATE log_checkpoint SET body = json_set(body, ${members}) WHERE key = ?`;
  return (database, scene) => run(database, sql, checkpointId(scene));
};

export const FORM_TAMPERINGS: readonly Tampering[] = [
  {
    name: 'a key time as text, which compares greater than every number',
    change: retired('retired_at', `strftime('%Y-%m-%dT%H:%M:%fZ', ${OF_BODY} / 1000.0, 'unixepoch')`),
    says: () => 'signing key ',
    contains: 'is not as the log says: retired_at is of another form, and "',
  },
  {
    name: 'a key time with a fraction of a millisecond',
    change: retired('retired_at', `${OF_BODY} + 0.4`),
    says: () => 'signing key ',
    contains: 'is not as the log says: retired_at is of another form, and "',
  },
  {
    name: 'a key time as nested arrays',
    change: retired('retired_at', `json('${'['.repeat(900)}${']'.repeat(900)}')`),
    says: () => 'signing key ',
    contains: 'is not as the log says: retired_at is of another form, and "',
  },
  {
    name: 'an agent name without canonical JSON',
    change: agent(`body = json_set(body, '$.name', json('"\\ud800"'))`),
    says: RENAMED,
  },
  {
    name: 'an agent name that is a number beyond double precision',
    change: agent(`body = replace(body, '"name":"', '"name":1e999,"was":"')`),
    says: RENAMED,
  },
  {
    name: 'the public key of a stored checkpoint',
    change: checkpoint("'$.public_key', 'evil+00000000+AAAA'"),
    says: (scene) => `checkpoint ${checkpointId(scene)} is not valid: its public_key is not that of the log`,
  },
  {
    name: 'a cosignature that is not a note line',
    change: checkpoint(`'$.cosignatures', json('["a line\\n"]')`),
    says: (scene) =>
      `checkpoint ${checkpointId(scene)} is not valid: it has a cosignature that does not have the form of one`,
  },
  {
    name: 'empty signed bytes',
    change: (database, { mine }) =>
      run(database, "UPDATE receipt SET signed_bytes = x'' WHERE id = ?", mine.receipts[VICTIM]),
    says: (scene) => `${nameOf(scene, VICTIM)} is not valid: its signed bytes are not the canonical JSON of a receipt`,
  },
];
