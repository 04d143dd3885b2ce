import { joinEntries } from '../../attestation/entry-bundle.js';
import { joinTile, TILE_WIDTH, type Tile, tileNodes, tilePath, tileWidth } from '../../attestation/tile.js';
import { byteCache } from '../../domain/values/bounded-cache.js';
import type { Rows, Store } from '../../ports.js';
import { type LogBytes, logBytes } from './log-answer.js';

/** Maximum bytes of cached full tiles and bundles; with the cache, many monitors cost little. */
const MAX_BYTES = 8 * 2 ** 20;

/** Reads the tiles and bundles of the logs. */
export class LogTiles {
  private readonly store: Store;
  private readonly kept = byteCache<LogBytes>(MAX_BYTES);

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Returns a tile of the tree of the first `size` leaves; `undefined` if that tree has no such tile. A checkpoint must
   * cover `size`, since further leaves are not public yet.
   */
  async tile(organizationId: string, tile: Tile, size: number): Promise<LogBytes | undefined> {
    if (tileWidth(size, tile) < tile.width) return undefined;
    const name = `${organizationId}/${tilePath(tile)}`;
    const known = this.kept.get(name);
    if (known) return known;
    const content = await this.store.read((rows) => contentOf(rows, organizationId, tile));
    const made = logBytes(content, tile.level === 'entries');
    if (tile.width === TILE_WIDTH) this.kept.set(name, made, { size: made.bytes.length + (made.gzip?.length ?? 0) });
    return made;
  }
}

function contentOf(rows: Rows, organizationId: string, { level, index, width }: Tile): Uint8Array {
  if (level === 'entries') {
    const from = index * TILE_WIDTH;
    const leaves = rows.logLeaves(organizationId, from, from + width);
    if (leaves.length !== width) throw new Error(`the log of ${organizationId} lacks leaves from ${from} on`);
    return joinEntries(leaves.map(({ data }) => data));
  }
  const nodes = tileNodes({ level, index, width });
  const hashAt = rows.logHashes(organizationId, nodes);
  return joinTile(nodes.map((node) => hashAt(node.level, node.position)));
}
