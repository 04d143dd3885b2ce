import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/attestation/bytes.js';
import { joinEntries, splitEntries } from '../../src/attestation/entry-bundle.js';
import { leafHash } from '../../src/attestation/merkle.js';
import {
  joinTile,
  readTilePath,
  splitTile,
  type Tile,
  tileNodes,
  tilePath,
  tileWidth,
} from '../../src/attestation/tile.js';
import { TiledTree } from '../../src/attestation/tiled-tree.js';
import { volume } from '../support/volume.js';
import { always } from './always.js';
import { attempt, refusal } from './judge.js';
import { growTree, hexOf, referenceTree } from './tree.js';

/** Lists all hash tiles of a tree with the specification's formula. */
function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0; size >= 256 ** level; level += 1) {
    for (let index = 0; tileWidth(size, { level, index }) > 0; index += 1) {
      tiles.push({ level, index, width: tileWidth(size, { level, index }) });
    }
  }
  return tiles;
}

describe('paths of tiles', () => {
  it.each([
    [0, 0, 256, '0/000'],
    [0, 1_234_067, 256, '0/x001/x234/067'],
    [5, 999, 256, '5/999'],
    [63, 1000, 7, '63/x001/000.p/7'],
    ['entries' as const, 42, 255, 'entries/042.p/255'],
    ['entries' as const, 1_234_067, 1, 'entries/x001/x234/067.p/1'],
  ])('encodes level %s, index %i, width %i as %s', (level, index, width, path) => {
    expect(tilePath({ level, index, width })).toBe(path);
    expect(readTilePath(path)).toEqual({ level, index, width });
  });

  it('reads back the path of any tile', () => {
    const tile = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    always(tile, (one) => expect(readTilePath(tilePath(one))).toEqual(one));
  });

  it.each([
    '',
    '0',
    '0/',
    '0/0',
    '0/00',
    '0/0000',
    '00/000',
    '64/000',
    '-1/000',
    '0/x000/000',
    '0/001/000',
    '0/x01/000',
    '0/000.p/0',
    '0/000.p/01',
    '0/000.p/256',
    '0/000.p/999',
    '0/000.p/',
    '0/000/',
    '0/000 ',
    '0/000\n',
    'Entries/000',
    'entry/000',
    `0/${'x999/'.repeat(20)}999`,
  ])('rejects %j', (path) => {
    expect(readTilePath(path)).toBeUndefined();
  });
});

describe('the tiles of a tree', () => {
  it('are those that the specification lists for 70,000 leaves', () => {
    const tiles = tilesOf(70_000);
    const counted = (level: number, isFull: boolean) =>
      tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull);
    expect([0, 1, 2].map((level) => counted(level, true).length)).toEqual([273, 1, 0]);
    expect([0, 1, 2].map((level) => counted(level, false).map(({ width }) => width))).toEqual([[112], [17], [1]]);
    expect(tiles.length).toBe(277);
  });

  it('are, for 256 leaves, a full tile of level 0 and a tile of level 1 with a single hash', () => {
    expect(tilesOf(256).map(({ level, width }) => [level, width])).toEqual([
      [0, 256],
      [1, 1],
    ]);
  });

  it('contain, as hash i of tile n of level l, MTH(D[(n * 256 + i) * 256^l : (n * 256 + i + 1) * 256^l])', () => {
    const leaves = Array.from({ length: 1_000 }, (_, at) => leafHash(utf8(`entry ${at}`)));
    const { hashAt } = growTree(leaves);
    const at256 = (index: number) => referenceTree(leaves.slice(index * 256, (index + 1) * 256)).root(256);
    const hashes = (level: number, index: number, width: number) =>
      tileNodes({ level, index, width }).map((node) => hashAt(node.level, node.position));
    expect(hexOf(hashes(0, 3, 232))).toBe(hexOf(leaves.slice(768)));
    expect(hexOf(hashes(1, 0, 3))).toBe(hexOf([0, 1, 2].map(at256)));
  });

  it('can be joined and split, but not split into another number of hashes', () => {
    const hashes = [1, 2, 3].map((byte) => createHash('sha256').update(Uint8Array.of(byte)).digest());
    expect(hexOf(splitTile(joinTile(hashes), 3) ?? [])).toBe(hexOf(hashes));
    expect(splitTile(joinTile(hashes), 2)).toBeUndefined();
    expect(splitTile(joinTile(hashes).subarray(1), 3)).toBeUndefined();
  });
});

/** True for sizes that cover every width of the first tiles, and for sizes near full tiles. */
const isTelling = (size: number) => size <= 1_300 || Math.abs(size - 256 * Math.round(size / 256)) <= 1;

describe('a rebuilt tree', () => {
  const leaves = Array.from({ length: volume(1_300, 70_000) }, (_, at) => leafHash(utf8(`entry ${at}`)));
  const { roots, hashAt } = growTree(leaves);

  it('computes the root at each relevant size, and returns each full tile once', () => {
    const tree = new TiledTree();
    const full: string[] = [];
    for (const [at, leaf] of leaves.entries()) {
      for (const { tile, hashes } of tree.append(leaf)) {
        full.push(tilePath(tile));
        expect(hexOf(hashes)).toBe(hexOf(tileNodes(tile).map((node) => hashAt(node.level, node.position))));
      }
      const size = at + 1;
      if (isTelling(size)) expect(hexOf([tree.root()])).toBe(hexOf([roots[size] ?? new Uint8Array()]));
    }
    const wanted = tilesOf(leaves.length).filter(({ width }) => width === 256);
    expect(full.sort()).toEqual(wanted.map(tilePath).sort());
    const partial = tilesOf(leaves.length).filter(({ width }) => width < 256);
    expect(tree.tiles.map(({ length }) => length).filter((width) => width > 0)).toEqual(
      partial.map(({ width }) => width),
    );
  });

  it('continues from the state of another rebuilt tree', () => {
    const first = new TiledTree();
    for (const leaf of leaves.slice(0, 600)) first.append(leaf);
    const second = new TiledTree(first.size, first.tiles);
    for (const leaf of leaves.slice(600)) second.append(leaf);
    expect(hexOf([second.root()])).toBe(hexOf([roots.at(-1) ?? new Uint8Array()]));
    expect(first.size).toBe(600);
    expect(new TiledTree().root()).toEqual(roots[0]);
  });
});

describe('bundles of entries', () => {
  it('writes two bytes of length before each entry', () => {
    expect(joinEntries([utf8('ab'), new Uint8Array(), new Uint8Array(258)]).slice(0, 9)).toEqual(
      Uint8Array.of(0, 2, 97, 98, 0, 0, 1, 2, 0),
    );
    expect(() => joinEntries([new Uint8Array(65_536)])).toThrow(RangeError);
  });

  it('reads bundles back, and rejects truncated bundles and other numbers of entries', () => {
    always(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 20 }), (entries) => {
      const bytes = joinEntries(entries);
      expect(splitEntries(bytes, entries.length).map((entry) => [...entry])).toEqual(
        entries.map((entry) => [...entry]),
      );
      expect(refusal(() => splitEntries(bytes, entries.length + 1)).code).toBe('invalid_tile');
      const isCutBetween = attempt(() => splitEntries(bytes.subarray(0, -1), entries.length));
      if (entries.length > 0) expect(isCutBetween).toMatchObject({ code: 'invalid_tile' });
    });
  });
});
