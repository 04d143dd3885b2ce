import type { Database } from 'better-sqlite3';
import { leafHash } from '../../../src/attestation/merkle.js';
import { dropReceipts, last } from './cuts.js';
import { newId, type Scene } from './scene.js';
import {
  insertReceipt,
  nameAt,
  placeOf,
  receiptRow,
  setReceipt,
  storedLeaves,
  type Tampering,
  writeTree,
} from './tampering.js';

const ADDED = newId();
/** Index of a row in the middle. */
const MIDDLE = 7;

function wasAdded(index: number, leaves: number): string {
  return `receipt ${index} (${ADDED}) was added: the log has ${leaves} leaves`;
}

/** Inserts a copy of a row with another id, hash and job. */
function addCopy(database: Database, scene: Scene, log_index: number): void {
  const row = receiptRow(database, scene, 3);
  insertReceipt(database, { ...row, id: ADDED, receipt_hash: 'f'.repeat(64), job_id: 'invented', log_index });
}

const droppedRows: readonly Tampering[] = [
  {
    name: 'the first row dropped',
    change: (database, scene) => dropReceipts(database, scene, 0, 0),
    says: (scene) => `leaf ${placeOf(scene, 0)} is missing: its row was deleted or moved`,
    rightUntil: (scene) => placeOf(scene, 0),
  },
  {
    name: 'a row in the middle dropped',
    change: (database, scene) => dropReceipts(database, scene, MIDDLE, MIDDLE),
    says: (scene) => `leaf ${placeOf(scene, MIDDLE)} is missing: its row was deleted or moved`,
    rightUntil: (scene) => placeOf(scene, MIDDLE),
  },
  {
    name: 'the last row dropped',
    change: (database, scene) => dropReceipts(database, scene, last(scene), last(scene)),
    says: ({ mine }) => `leaf ${mine.size - 1} is missing: the log has ${mine.size} leaves, so it was truncated`,
    rightUntil: ({ mine }) => mine.size - 1,
  },
  {
    name: 'all rows dropped, tree and head left',
    change: (database, scene) => dropReceipts(database, scene, 0, last(scene)),
    says: ({ mine }) => `leaf ${mine.first} is missing: the log has ${mine.size} leaves, so it was truncated`,
    rightUntil: ({ mine }) => mine.first,
  },
];

const swappedRows: readonly Tampering[] = [
  {
    name: 'two rows swapped',
    change(database, scene) {
      setReceipt(database, scene, 4, { log_index: 1000 });
      setReceipt(database, scene, 5, { log_index: placeOf(scene, 4) });
      setReceipt(database, scene, 1000 - scene.mine.first, { log_index: placeOf(scene, 5) });
    },
    says: (scene) =>
      `${nameAt(scene, 5, placeOf(scene, 4))} does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`,
    rightUntil: (scene) => placeOf(scene, 4),
  },
  {
    name: 'two rows swapped with their leaves',
    change(database, scene) {
      swappedRows[0]?.change(database, scene);
      const leaves = storedLeaves(database, scene);
      const place = database.prepare(
        'UPDATE log_node SET hash = ? WHERE organization_id = ? AND level = 0 AND log_index = ?',
      );
      const [fourth, fifth] = [placeOf(scene, 4), placeOf(scene, 5)];
      place.run(leaves[fourth], scene.mine.organization_id, fifth);
      place.run(leaves[fifth], scene.mine.organization_id, fourth);
    },
    says: () => 'node 1/7 of the log is not the hash of the two below it',
    rightUntil: (scene) => placeOf(scene, 5),
  },
];

const addedRows: readonly Tampering[] = [
  {
    name: 'a row added at the end',
    change: (database, scene) => addCopy(database, scene, scene.mine.size),
    says: ({ mine }) => wasAdded(mine.size, mine.size),
    rightUntil: ({ mine }) => mine.size,
  },
  {
    name: 'a row added far beyond the end',
    change: (database, scene) => addCopy(database, scene, 1000),
    says: ({ mine }) => wasAdded(1000, mine.size),
  },
  {
    name: 'a row added before the first',
    change: (database, scene) => addCopy(database, scene, -1),
    says: ({ mine }) => wasAdded(-1, mine.size),
  },
  {
    name: 'a row added at the end with its leaf',
    change(database, scene) {
      addCopy(database, scene, scene.mine.size);
      database
        .prepare('INSERT INTO log_node VALUES (?, ?, 0, ?)')
        .run(scene.mine.organization_id, scene.mine.size, Buffer.from(leafHash(Buffer.from('invented'))));
    },
    says: ({ mine }) => wasAdded(mine.size, mine.size),
  },
  {
    name: 'a row added at the end with its leaf, under a new head',
    change(database, scene) {
      addCopy(database, scene, scene.mine.size);
      writeTree(database, scene, [...storedLeaves(database, scene), leafHash(Buffer.from('invented'))]);
    },
    says: ({ mine }) => `receipt ${mine.size} (${ADDED}) is not valid: its column job_id differs from the signed bytes`,
  },
];

export const ROW_TAMPERINGS: readonly Tampering[] = [...droppedRows, ...swappedRows, ...addedRows];
