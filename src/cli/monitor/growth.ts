import { AttestationError } from '../../attestation/attestation-error.js';
import { fromUtf8, sameBytes } from '../../attestation/bytes.js';
import type { Checkpoint } from '../../attestation/checkpoint.js';
import { joinEntries, splitEntries } from '../../attestation/entry-bundle.js';
import { leafHash } from '../../attestation/merkle.js';
import { joinTile, TILE_WIDTH, type Tile, tilePath, tileWidth } from '../../attestation/tile.js';
import { type FullTile, TiledTree } from '../../attestation/tiled-tree.js';
import { CLOCK_SKEW } from '../../domain/values/clock-skew.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { LogFiles } from './log-files.js';
import { MonitorFault } from './outcome-errors.js';

/** New content of a log since the last read. */
export interface Growth {
  readonly tree: TiledTree;
  /** Latest `received_at` of its receipts, in milliseconds; 0 if none is known. */
  readonly received_at: number;
  /** Number of new entries, by type. */
  readonly entries: Readonly<Record<string, number>>;
  /** New entries that are not receipts, as they are in the log. */
  readonly events: readonly LoggedEvent[];
  /** Number of tiles and bundles that were read. */
  readonly tiles: number;
}

export interface LoggedEvent {
  readonly index: number;
  readonly type: string;
  /** The entry as JSON. */
  readonly entry: string;
}

/**
 * Reads the entries of a log up to `size`, and compares every new tile with them. The known tree is not modified.
 * @throws MonitorFault when a tile or a kept checkpoint does not match the entries, or a receipt was back-dated
 * @throws MonitorMiss
 */
export async function readGrowth(
  files: LogFiles,
  { tree, received_at }: Pick<Growth, 'tree' | 'received_at'>,
  size: number,
  kept: readonly Checkpoint[],
): Promise<Growth> {
  const reading = new Reading(files, new TiledTree(tree.size, tree.tiles), received_at, kept);
  reading.assertKept();
  while (reading.tree.size < size) await reading.readBundle(size);
  if (tree.size < size) await reading.comparePartial();
  return reading;
}

class Reading implements Growth {
  readonly tree: TiledTree;
  received_at: number;
  // No prototype, since the log's operator chooses the names.
  readonly entries: Record<string, number> = Object.create(null);
  readonly events: LoggedEvent[] = [];
  tiles = 0;
  private readonly files: LogFiles;
  private readonly kept: readonly Checkpoint[];

  constructor(files: LogFiles, tree: TiledTree, received_at: number, kept: readonly Checkpoint[]) {
    this.files = files;
    this.tree = tree;
    this.received_at = received_at;
    this.kept = kept;
  }

  /** Reads the bundle that contains the next entry of a log of `size` leaves. */
  async readBundle(size: number): Promise<void> {
    const index = Math.floor(this.tree.size / TILE_WIDTH);
    const width = tileWidth(size, { level: 'entries', index });
    const tile: Tile = { level: 'entries', index, width };
    const bytes = await this.files.tile(tile, (full) => joinEntries(entriesOf(full, TILE_WIDTH, tile).slice(0, width)));
    this.tiles += 1;
    const known = this.tree.tiles[0] ?? [];
    const knownCount = known.length;
    for (const [offset, data] of entriesOf(bytes, width, tile).entries()) {
      const hash = leafHash(data);
      if (offset >= knownCount) await this.take(data, hash);
      else if (!sameBytes(hash, known[offset] ?? hash))
        throw new MonitorFault(`entry ${index * TILE_WIDTH + offset} was changed since it was read before`);
    }
  }

  /** Compares the partial tiles with the entries. */
  async comparePartial(): Promise<void> {
    for (const [level, hashes] of this.tree.tiles.entries()) {
      if (hashes.length === 0) continue;
      const index = Math.floor(this.tree.size / TILE_WIDTH ** (level + 1));
      await this.compare({ tile: { level, index, width: hashes.length }, hashes });
    }
  }

  /** Compares the tree's root with the kept checkpoints of the same size. */
  assertKept(): void {
    const differs = this.kept.some(({ size, root }) => size === this.tree.size && !sameBytes(root, this.tree.root()));
    if (differs)
      throw new MonitorFault(
        `the log and the kept checkpoint differ in the first ${pluralize(this.tree.size, 'leaf', 'leaves')}`,
      );
  }

  private async take(data: Uint8Array, hash: Uint8Array): Promise<void> {
    const { type, text, received_at } = typeOf(data);
    if (received_at !== undefined) this.takeTime(received_at);
    this.entries[type] = (this.entries[type] ?? 0) + 1;
    if (type !== 'receipt') this.events.push({ index: this.tree.size, type, entry: text });
    const full = this.tree.append(hash);
    this.assertKept();
    for (const tile of full) await this.compare(tile);
  }

  private takeTime(received_at: string): void {
    const received = Date.parse(received_at);
    if (received < this.received_at - CLOCK_SKEW)
      throw new MonitorFault(
        `entry ${this.tree.size}, a receipt, was received at ${received_at}, before an earlier one: it was back-dated`,
      );
    if (received > this.received_at) this.received_at = received;
  }

  private async compare({ tile, hashes }: FullTile): Promise<void> {
    const expected = joinTile(hashes);
    const found = await this.files.tile(tile, (full) => full.subarray(0, expected.length));
    this.tiles += 1;
    if (!sameBytes(found, expected))
      throw new MonitorFault(`tile ${tilePath(tile)} does not have the hashes of the entries below it`);
  }
}

function entriesOf(bytes: Uint8Array, width: number, tile: Tile): Uint8Array[] {
  try {
    return splitEntries(bytes, width);
  } catch (error) {
    if (error instanceof AttestationError) throw new MonitorFault(`${tilePath(tile)}: ${error.detail}`);
    throw error;
  }
}

/** Members of a receipt's leaf. An entry with different members is shown in full, regardless of its type. */
const OF_RECEIPT = 'id receipt_hash received_at';

interface TypedText {
  /** `receipt`, the value of the `type` member, or `unknown`. */
  readonly type: string;
  readonly text: string;
  /** Only of a receipt. */
  readonly received_at?: string;
}

function typeOf(data: Uint8Array): TypedText {
  try {
    const text = fromUtf8(data);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return { type: 'unknown', text };
    if (Object.keys(value).sort().join(' ') === OF_RECEIPT)
      return { type: 'receipt', text, received_at: String(Reflect.get(value, 'received_at')) };
    const type: unknown = Reflect.get(value, 'type');
    const isName = typeof type === 'string' && type !== 'receipt' && /^[a-z_]{1,40}$/.test(type);
    return { type: isName ? type : 'unknown', text };
  } catch {
    return { type: 'unknown', text: Buffer.from(data).toString('base64') };
  }
}
