import type { Database } from 'better-sqlite3';
import type { Scene } from './scene.js';
import { placeOf, setReceipt, storedLeaves, type Tampering, writeTree } from './tampering.js';

/** Number of receipts to which the log is cut; the smaller tree has several peaks too. */
const CUT = 7;

export function notTheHead(size: number): string {
  return `the head of the log is not the one that the portal wrote for ${size} leaves: the log was truncated, or its head was changed`;
}

export const dropReceipts = (database: Database, scene: Scene, from: number, to: number) =>
  void database
    .prepare('DELETE FROM receipt WHERE organization_id = ? AND log_index BETWEEN ? AND ?')
    .run(scene.mine.organization_id, placeOf(scene, from), placeOf(scene, to));

export const last = ({ mine }: Scene) => mine.receipts.length - 1;

export const CUT_TAMPERINGS: readonly Tampering[] = [
  {
    name: 'the last receipts cut off with their nodes',
    change(database, scene) {
      const { organization_id } = scene.mine;
      dropReceipts(database, scene, CUT, last(scene));
      database
        .prepare('DELETE FROM log_node WHERE organization_id = ? AND log_index >= ?')
        .run(organization_id, placeOf(scene, CUT));
    },
    says: (scene) =>
      `leaf ${placeOf(scene, CUT)} is missing: the log has ${scene.mine.size} leaves, so it was truncated`,
    rightUntil: (scene) => placeOf(scene, CUT),
  },
  {
    name: 'the last receipts cut off, under a head of the shorter log',
    change(database, scene) {
      dropReceipts(database, scene, CUT, last(scene));
      writeTree(database, scene, storedLeaves(database, scene).slice(0, placeOf(scene, CUT)));
    },
    says: (scene) => notTheHead(placeOf(scene, CUT)),
    rightUntil: (scene) => placeOf(scene, CUT),
  },
  {
    name: 'the first receipts cut off, the rest moved up under a head of the shorter log',
    change(database, scene) {
      dropReceipts(database, scene, 0, 1);
      for (let index = 2; index <= last(scene); index += 1)
        setReceipt(database, scene, index, { log_index: placeOf(scene, index) - 2 });
      const leaves = storedLeaves(database, scene);
      writeTree(database, scene, leaves.toSpliced(placeOf(scene, 0), 2));
    },
    says: ({ mine }) => notTheHead(mine.size - 2),
  },
];
