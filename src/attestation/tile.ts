import { concatBytes } from '@noble/hashes/utils.js';
import type { NodePosition } from './merkle.js';

/** Tiles (C2SP tlog-tiles): groups of consecutive hashes from every eighth level of the tree. They never change. */

/** Number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256;
const HEIGHT = 8;
const HASH = 32;
const MAX_LEVEL = 63;
/** Maximum characters of a path; an index has at most 16 digits. */
const MAX_PATH = 48;

/** A tile of hashes, or the bundle of entries that belongs to a tile of level 0. */
export interface Tile {
  readonly level: number | 'entries';
  /** Position from the left, starting at 0. */
  readonly index: number;
  /** Number of hashes or entries, from 1 to 256. The tile is partial if there are fewer than 256. */
  readonly width: number;
}

/** Formats level, index and width as a path below `tile/`: `0/x001/x234/067.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = [];
  for (let rest = index, first = true; first || rest > 0; rest = Math.floor(rest / 1000), first = false) {
    groups.unshift(`${first ? '' : 'x'}${String(rest % 1000).padStart(3, '0')}`);
  }
  return `${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses a path; `undefined` if it is not the canonical path of a tile. */
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

/** Returns how many hashes or entries a tile has in a tree of `size` leaves; 0 if the tile does not exist. */
export function tileWidth(size: number, { level, index }: Pick<Tile, 'level' | 'index'>): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Lists the complete subtrees whose hashes form a tile. */
export function tileNodes({ level, index, width }: Tile & { readonly level: number }): NodePosition[] {
  return Array.from({ length: width }, (_hash, offset) => ({
    level: level * HEIGHT,
    position: index * TILE_WIDTH + offset,
  }));
}

export function joinTile(hashes: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...hashes);
}

/** Splits a tile into its hashes; `undefined` if the length is wrong. */
export function splitTile(bytes: Uint8Array, width: number): Uint8Array[] | undefined {
  if (bytes.length !== width * HASH) return undefined;
  return Array.from({ length: width }, (_hash, offset) => bytes.subarray(offset * HASH, (offset + 1) * HASH));
}
