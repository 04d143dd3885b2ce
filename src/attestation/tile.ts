import { concatBytes } from '@noble/hashes/utils.js';
import type { NodePosition } from './merkle.js';

/** Tiles (C2SP tlog-tiles): consecutive hashes of every eighth level of the tree, which can be kept for good. */

/** Hashes in a full tile, and entries in a full bundle. */
export const TILE_WIDTH = 256;
const HEIGHT = 8;
const HASH = 32;
const MAX_LEVEL = 63;
/** Characters that the longest path takes: the index has at most 16 digits. */
const MAX_PATH = 48;

/** A tile of hashes, or a bundle of entries, which lies beside the tile of level 0 with its hashes. */
export interface Tile {
  readonly level: number | 'entries';
  /** From the left, from 0. */
  readonly index: number;
  /** Hashes or entries, 1 to 256; below 256 the tile is partial. */
  readonly width: number;
}

/** Level, index and width as a path below `tile/`: `0/x001/x234/067.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = [];
  for (let rest = index, first = true; first || rest > 0; rest = Math.floor(rest / 1000), first = false) {
    groups.unshift(`${first ? '' : 'x'}${String(rest % 1000).padStart(3, '0')}`);
  }
  return `${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile of a path; undefined for a text that is not the one path of a tile. */
export function readTilePath(path: string): Tile | undefined {
  const [, kind, groups, partial] = PATH.exec(path) ?? [];
  if (kind === undefined || groups === undefined || path.length > MAX_PATH) return undefined;
  const level: Tile['level'] = kind === 'entries' ? 'entries' : Number(kind);
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const tile = { level, index: Number(groups.replaceAll(/[x/]/g, '')), width };
  const isInRange =
    (level === 'entries' || level <= MAX_LEVEL) && width <= TILE_WIDTH && Number.isSafeInteger(tile.index);
  return isInRange && tilePath(tile) === path ? tile : undefined;
}

/** How many hashes of a tile a tree of `size` leaves has; 0 = it has no such tile. */
export function widthIn(size: number, { level, index }: Pick<Tile, 'level' | 'index'>): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** The complete subtrees whose hashes are in a tile of hashes. */
export function tileNodes({ level, index, width }: Tile & { readonly level: number }): NodePosition[] {
  return Array.from({ length: width }, (_hash, offset) => ({
    level: level * HEIGHT,
    position: index * TILE_WIDTH + offset,
  }));
}

export function joinTile(hashes: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...hashes);
}

/** The hashes of a tile; undefined for bytes of another length. */
export function splitTile(bytes: Uint8Array, width: number): Uint8Array[] | undefined {
  if (bytes.length !== width * HASH) return undefined;
  return Array.from({ length: width }, (_hash, offset) => bytes.subarray(offset * HASH, (offset + 1) * HASH));
}
