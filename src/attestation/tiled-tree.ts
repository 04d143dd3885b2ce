import { nodeHash, rootOf } from './merkle.js';
import { TILE_WIDTH, type Tile } from './tile.js';

/** A full tile with its hashes. */
export interface FullTile {
  readonly tile: Tile & { readonly level: number };
  readonly hashes: readonly Uint8Array[];
}

/**
 * A tree that a reader of tiles rebuilds leaf by leaf. It stores only the rightmost tile of each level, since full
 * tiles are no longer needed after `append` has returned them.
 */
export class TiledTree {
  private count: number;
  /** Hashes of the rightmost tile of each level, from level 0 up; fewer than 256 each. */
  private readonly rightmost: Uint8Array[][];

  /** Continues an earlier tree, given by its `size` and `tiles`. */
  constructor(size = 0, tiles: readonly (readonly Uint8Array[])[] = []) {
    this.count = size;
    this.rightmost = tiles.map((hashes) => [...hashes]);
  }

  get size(): number {
    return this.count;
  }

  /** Hashes of the rightmost, partial tile of each level, from level 0 up. */
  get tiles(): readonly (readonly Uint8Array[])[] {
    return this.rightmost;
  }

  /** Appends a leaf and returns the tiles it filled. */
  append(leaf: Uint8Array): FullTile[] {
    this.count += 1;
    const full: FullTile[] = [];
    for (let hash = leaf, level = 0; ; level += 1) {
      const hashes = this.rightmost[level] ?? [];
      hashes.push(hash);
      this.rightmost[level] = hashes;
      if (hashes.length < TILE_WIDTH) return full;
      const index = Math.floor(this.count / TILE_WIDTH ** (level + 1)) - 1;
      full.push({ tile: { level, index, width: TILE_WIDTH }, hashes });
      this.rightmost[level] = [];
      hash = completeRoot(hashes);
    }
  }

  root(): Uint8Array {
    return rootOf([...this.rightmost].reverse().flatMap(peaksOf));
  }
}

/** Computes the root of a complete subtree. The number of hashes must be a power of two. */
function completeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [first, second] = hashes;
  if (!first) throw new RangeError('there is no root of nothing');
  if (!second) return first;
  const half = hashes.length / 2;
  return nodeHash(completeRoot(hashes.slice(0, half)), completeRoot(hashes.slice(half)));
}

/** Lists the roots of the largest complete subtrees of fewer than 256 hashes, left to right. */
function peaksOf(hashes: readonly Uint8Array[]): Uint8Array[] {
  const peaks: Uint8Array[] = [];
  for (let width = TILE_WIDTH / 2, begin = 0; begin < hashes.length; width /= 2) {
    if (begin + width > hashes.length) continue;
    peaks.push(completeRoot(hashes.slice(begin, begin + width)));
    begin += width;
  }
  return peaks;
}
