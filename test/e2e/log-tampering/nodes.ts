import type { Database } from 'better-sqlite3';
import { completingLeaf } from '../../../src/attestation/merkle.js';
import { notTheHead } from './cuts.js';
import { newId, type Scene } from './scene.js';
import { flipped, nameAt, nameOf, placeOf, type Tampering } from './tampering.js';

const AT = 'organization_id = ? AND level = ? AND log_index = ?';

function setNode(database: Database, { mine }: Scene, level: number, position: number, set: string): void {
  const { changes } = database
    .prepare(`UPDATE log_node SET ${set} WHERE ${AT}`)
    .run(mine.organization_id, level, completingLeaf({ level, position }));
  if (changes !== 1) throw new Error(`no node ${level}/${position}`);
}

function flipNode(database: Database, { mine }: Scene, level: number, position: number): void {
  const at = [mine.organization_id, level, completingLeaf({ level, position })] as const;
  const hash = database
    .prepare<[string, number, number], Buffer>(`SELECT hash FROM log_node WHERE ${AT}`)
    .pluck()
    .get(...at);
  if (!hash) throw new Error(`no node ${level}/${position}`);
  database.prepare(`UPDATE log_node SET hash = ? WHERE ${AT}`).run(flipped(hash), ...at);
}

const notTheHash = (node: string) => `node ${node} of the log is not the hash of the two below it`;
const isMissing = (node: string) => `node ${node} of the log is missing`;

const LEAVES: readonly Tampering[] = [0, 7, 12].map((index) => ({
  name: `leaf of receipt ${index} changed`,
  change: (database, scene) => flipNode(database, scene, 0, placeOf(scene, index)),
  says: (scene) =>
    `${nameOf(scene, index)} does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`,
  rightUntil: (scene) => placeOf(scene, index),
}));

/** Nodes in a tree of 23 leaves: level, position, and the leaf that completes the node. */
const INNER = [
  [1, 0, 1],
  [1, 5, 11],
  [2, 1, 7],
  [2, 2, 11],
  [3, 0, 7],
] as const;

const INNER_NODES: readonly Tampering[] = INNER.flatMap(([level, position, rightUntil]) => [
  {
    name: `inner node ${level}/${position} changed`,
    change: (database: Database, scene: Scene) => flipNode(database, scene, level, position),
    says: () => notTheHash(`${level}/${position}`),
    rightUntil: () => rightUntil,
  },
  {
    name: `inner node ${level}/${position} dropped`,
    change: (database: Database, { mine }: Scene) =>
      void database
        .prepare(`DELETE FROM log_node WHERE ${AT}`)
        .run(mine.organization_id, level, completingLeaf({ level, position })),
    says: () => isMissing(`${level}/${position}`),
    rightUntil: () => rightUntil,
  },
]);

const extra = (level: number, position: number): Tampering => ({
  name: `a node ${level}/${position} too many`,
  change: (database, { mine }) =>
    void database
      .prepare('INSERT INTO log_node VALUES (?, ?, ?, ?)')
      .run(mine.organization_id, completingLeaf({ level, position }), level, Buffer.alloc(32, 7)),
  says: () => 'the log holds nodes that belong to no leaf',
  rightUntil: ({ mine }) => mine.size,
});

/** Returns a change to the row that stores the head of the log: its size, peaks and MAC. */
const head = (name: string, set: string, says: Tampering['says']): Tampering => ({
  name: `head: ${name}`,
  change: (database, { mine }) =>
    void database.prepare(`UPDATE log_head SET ${set} WHERE organization_id = ?`).run(mine.organization_id),
  says,
});

const noHead = () => 'the head of the log is missing: its row was deleted, or the log was emptied';

const HEADS: readonly Tampering[] = [
  head(
    'longer',
    'size = size + 1',
    ({ mine }) => `leaf ${mine.size} is missing: the log has ${mine.size + 1} leaves, so it was truncated`,
  ),
  head(
    'shorter',
    'size = 12',
    (scene) => `${nameAt(scene, 12 - scene.mine.first, 12)} was added: the log has 12 leaves`,
  ),
  head('of size 0', "size = 0, peaks = x''", noHead),
  head('another peak', 'peaks = CAST(zeroblob(32) || substr(peaks, 33) AS BLOB)', ({ mine }) => notTheHead(mine.size)),
  head('one peak less', 'peaks = substr(peaks, 33)', ({ mine }) => notTheHead(mine.size)),
  head('one byte more', "peaks = CAST(peaks || x'00' AS BLOB)", ({ mine }) => notTheHead(mine.size)),
  head('another MAC', 'mac = zeroblob(32)', ({ mine }) => notTheHead(mine.size)),
  head('no MAC', "mac = x''", ({ mine }) => notTheHead(mine.size)),
  {
    name: 'head: dropped',
    change: (database, { mine }) =>
      void database.prepare('DELETE FROM log_head WHERE organization_id = ?').run(mine.organization_id),
    says: noHead,
    rightUntil: () => 0,
  },
  {
    name: "head: another log's",
    change: (database, { mine, other }) =>
      void database
        .prepare(
          'UPDATE log_head SET (size, peaks, mac) = (SELECT size, peaks, mac FROM log_head WHERE organization_id = ?) WHERE organization_id = ?',
        )
        .run(other.organization_id, mine.organization_id),
    says: (scene) =>
      `${nameAt(scene, scene.other.size - scene.mine.first, scene.other.size)} was added: the log has ${scene.other.size} leaves`,
  },
];

export const NODE_TAMPERINGS: readonly Tampering[] = [
  ...LEAVES,
  ...INNER_NODES,
  {
    name: 'a node moved away',
    change: (database, scene) => setNode(database, scene, 1, 3, `organization_id = '${newId()}'`),
    says: () => isMissing('1/3'),
  },
  extra(0, 23),
  extra(1, 11),
  extra(9, 0),
  ...HEADS,
];
