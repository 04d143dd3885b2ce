import type { Database } from 'better-sqlite3';
import { leafHash } from '../../../src/attestation/merkle.js';
import { dropReceipts, last } from './cuts.js';
import { newId, type Scene } from './scene.js';
import { insertReceipt, receiptRow, setReceipt, storedLeaves, type Tampering, writeTree } from './tampering.js';

const ADDED = newId();
/** A row in the middle. */
const MIDDLE = 7;

function wasAdded(index: number, leaves: number): string {
  return `receipt ${index} (${ADDED}) was added: the log has ${leaves} leaves`;
}

/** A copy of a row under another id, hash and job. */
function addCopy(database: Database, scene: Scene, log_index: number): void {
  const row = receiptRow(database, scene, 3);
  insertReceipt(database, { ...row, id: ADDED, receipt_hash: 'f'.repeat(64), job_id: 'invented', log_index });
}

const droppedRows: readonly Tampering[] = [
  {
    name: 'the first row dropped',
    change: (database, scene) => dropReceipts(database, scene, 0, 0),
    says: () => 'receipt 0 is missing: its row was deleted or moved',
    rightUntil: 0,
  },
  {
    name: 'a row in the middle dropped',
    change: (database, scene) => dropReceipts(database, scene, MIDDLE, MIDDLE),
    says: () => `receipt ${MIDDLE} is missing: its row was deleted or moved`,
    rightUntil: MIDDLE,
  },
  {
    name: 'the last row dropped',
    change: (database, scene) => dropReceipts(database, scene, last(scene), last(scene)),
    says: (scene) => `receipt ${last(scene)} is missing: the log has ${last(scene) + 1} leaves, so it was truncated`,
    rightUntil: 12,
  },
  {
    name: 'all rows dropped, tree and head left',
    change: (database, scene) => dropReceipts(database, scene, 0, last(scene)),
    says: ({ mine }) => `receipt 0 is missing: the log has ${mine.receipts.length} leaves, so it was truncated`,
    rightUntil: 0,
  },
];

const swappedRows: readonly Tampering[] = [
  {
    name: 'two rows swapped',
    change(database, scene) {
      setReceipt(database, scene, 4, { log_index: 1000 });
      setReceipt(database, scene, 5, { log_index: 4 });
      setReceipt(database, scene, 1000, { log_index: 5 });
    },
    says: ({ mine }) =>
      `receipt 4 (${mine.receipts[5]}) does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`,
    rightUntil: 4,
  },
  {
    name: 'two rows swapped with their leaves',
    change(database, scene) {
      swappedRows[0]?.change(database, scene);
      const leaves = storedLeaves(database, scene);
      const place = database.prepare(
        'UPDATE log_node SET hash = ? WHERE organization_id = ? AND level = 0 AND position = ?',
      );
      place.run(leaves[4], scene.mine.organization_id, 5);
      place.run(leaves[5], scene.mine.organization_id, 4);
    },
    says: () => 'node 1/2 of the log is not the hash of the two below it',
    rightUntil: 5,
  },
];

const addedRows: readonly Tampering[] = [
  {
    name: 'a row added at the end',
    change: (database, scene) => addCopy(database, scene, last(scene) + 1),
    says: ({ mine }) => wasAdded(mine.receipts.length, mine.receipts.length),
    rightUntil: 13,
  },
  {
    name: 'a row added far beyond the end',
    change: (database, scene) => addCopy(database, scene, 1000),
    says: ({ mine }) => wasAdded(1000, mine.receipts.length),
  },
  {
    name: 'a row added before the first',
    change: (database, scene) => addCopy(database, scene, -1),
    says: ({ mine }) => wasAdded(-1, mine.receipts.length),
  },
  {
    name: 'a row added at the end with its leaf',
    change(database, scene) {
      addCopy(database, scene, last(scene) + 1);
      database
        .prepare('INSERT INTO log_node VALUES (?, 0, ?, ?)')
        .run(scene.mine.organization_id, last(scene) + 1, Buffer.from(leafHash(Buffer.from('invented'))));
    },
    says: ({ mine }) => wasAdded(mine.receipts.length, mine.receipts.length),
  },
  {
    name: 'a row added at the end with its leaf, under a new head',
    change(database, scene) {
      addCopy(database, scene, last(scene) + 1);
      writeTree(database, scene, [...storedLeaves(database, scene), leafHash(Buffer.from('invented'))]);
    },
    says: () => `receipt 13 (${ADDED}) is not valid: its column job_id differs from the signed bytes`,
  },
];

export const ROW_TAMPERINGS: readonly Tampering[] = [...droppedRows, ...swappedRows, ...addedRows];
