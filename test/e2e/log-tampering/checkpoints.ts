import type { Database } from 'better-sqlite3';
import type { Scene } from './scene.js';
import type { Tampering } from './tampering.js';

/** SQL changes to stored and published checkpoints, and to an organization's visibility. */

const idOf = ({ mine }: Scene) => `${mine.organization_id}/1/${mine.size}`;
const shownId = ({ mine }: Scene) => `${mine.organization_id}/1`;
const invalid = (fault: string) => (scene: Scene) => `checkpoint ${idOf(scene)} is not valid: ${fault}`;
const notShown = (fault: string) => (scene: Scene) =>
  `the row ${shownId(scene)} of the checkpoints that are shown is not valid: ${fault}`;
const NOT_SIGNED = 'its note is not one that the log has signed';

function run(database: Database, sql: string, ...values: readonly unknown[]): void {
  const { changes } = database.prepare(sql).run(...values);
  if (changes !== 1) throw new Error(`${changes} rows were changed`);
}

/** Sets members of the body of the stored checkpoint. */
function set(database: Database, scene: Scene, members: string): void {
  run(database, `UPDATE log_checkpoint SET body = json_set(body, ${members}) WHERE key = ?`, idOf(scene));
}

function setShown(database: Database, scene: Scene, members: string, columns = ''): void {
  run(database, `UPDATE log_publication SET body = json_set(body, ${members})${columns} WHERE key = ?`, shownId(scene));
}

function setOrganization(database: Database, { mine }: Scene, change: string): void {
  run(database, `UPDATE organization SET ${change} WHERE key = ?`, mine.organization_id);
}

const NOBODY = (member: string) => () => `the organization has ${member}, and no audit event says who chose that`;

export const CHECKPOINT_TAMPERINGS: readonly Tampering[] = [
  {
    name: 'the root of a stored checkpoint',
    change: (database, scene) => set(database, scene, `'$.root', '${Buffer.alloc(32).toString('base64')}'`),
    says: invalid(NOT_SIGNED),
  },
  {
    name: 'the note of a stored checkpoint',
    change: (database, scene) => set(database, scene, "'$.checkpoint', json_extract(body, '$.checkpoint') || ' '"),
    says: invalid(NOT_SIGNED),
  },
  {
    name: "the note of a stored checkpoint, replaced by that of another organization's log",
    change: (database, scene) =>
      set(
        database,
        scene,
        `'$.checkpoint', (SELECT json_extract(body, '$.checkpoint') FROM log_checkpoint WHERE organization_id = '${scene.other.organization_id}')`,
      ),
    says: invalid(NOT_SIGNED),
  },
  {
    name: 'the signature for COSE receipts',
    change: (database, scene) => set(database, scene, `'$.cose_signature', '${Buffer.alloc(64).toString('base64')}'`),
    says: invalid('its signature for COSE receipts is not valid'),
  },
  {
    name: 'the body of a stored checkpoint, emptied',
    change: (database, scene) => run(database, "UPDATE log_checkpoint SET body = '{}' WHERE key = ?", idOf(scene)),
    says: invalid('its body is not that of a checkpoint'),
  },
  {
    name: 'a stored checkpoint, moved to the other organization',
    change: (database, scene) =>
      run(
        database,
        'UPDATE log_checkpoint SET organization_id = ? WHERE key = ?',
        scene.other.organization_id,
        idOf(scene),
      ),
    says: invalid('its column organization_id differs from its body'),
  },
  {
    name: 'a stored checkpoint under an epoch that never existed',
    change: (database, scene) => {
      const id = `${scene.mine.organization_id}/2/${scene.mine.size}`;
      const body = `json_set(body, '$.epoch', 2, '$.id', '${id}')`;
      run(
        database,
        `INSERT INTO log_checkpoint SELECT '${id}', created_at, version, ${body}, organization_id FROM log_checkpoint WHERE key = ?`,
        idOf(scene),
      );
    },
    says: ({ mine }) => `checkpoint ${mine.organization_id}/2/${mine.size} is not valid: the log has had no such name`,
  },
  {
    name: 'the newest stored checkpoint, deleted',
    change: (database, scene) => run(database, 'DELETE FROM log_checkpoint WHERE key = ?', idOf(scene)),
    says: (scene) => notShown(`it has the size ${scene.mine.size}, and the newest checkpoint is gone`)(scene),
  },
  {
    name: 'the size of the published checkpoint, set back to before the last one',
    change: (database, scene) => setShown(database, scene, "'$.size', 1", ', size = 1'),
    says: (scene) => notShown(`it has the size 1, and the newest checkpoint ${scene.mine.size}`)(scene),
  },
  {
    name: 'the row of the published checkpoint, deleted',
    change: (database, scene) => run(database, 'DELETE FROM log_publication WHERE key = ?', shownId(scene)),
    says: () => 'the row of the checkpoints that are shown under epoch 1 is gone',
  },
  {
    name: 'a quorum of witnesses, invented',
    change: (database, scene) => setShown(database, scene, `'$.witnessed_size', ${scene.mine.size}`),
    says: (scene) =>
      notShown(`it has the witnessed size ${scene.mine.size}, and no cosignature is stored for that`)(scene),
  },
  {
    name: 'a log that was made public',
    change: (database, scene) =>
      setOrganization(database, scene, "public_log = 1, body = json_set(body, '$.public_log', json('true'))"),
    says: NOBODY('public_log'),
  },
  {
    name: 'receipts that were made public',
    change: (database, scene) =>
      setOrganization(database, scene, "body = json_set(body, '$.public_receipts', json('true'))"),
    says: NOBODY('public_receipts'),
  },
  {
    name: 'a column that makes the log public, unlike the body',
    change: (database, scene) => setOrganization(database, scene, 'public_log = 1'),
    says: () => 'the column public_log of the organization differs from its body',
  },
];
