import { existsSync } from 'node:fs';
import { z } from 'zod';
import { fromBase64, sameBytes, toBase64 } from '../../attestation/bytes.js';
import { openCheckpoint } from '../../attestation/checkpoint.js';
import { type NoteVerifier, readVkey, vkeyOf } from '../../attestation/note.js';
import { joinTile, splitTile } from '../../attestation/tile.js';
import { TiledTree } from '../../attestation/tiled-tree.js';
import { readJsonAs } from '../json-file.js';
import { CommandError } from '../output.js';
import { withFileName } from '../receipt/attestation-text.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import type { KnownLog } from './log-monitor.js';

/** State stored between two runs: the last checkpoint, and the hashes of partial tiles. */
const state = z.strictObject({
  log: z.string(),
  checkpoint: z.string(),
  size: z.int().min(0),
  /** One text per level, from 0 up: the concatenated hashes in base64. */
  tiles: z.array(z.string()).max(64),
  /** Absent in states of earlier versions. */
  received_at: z.int().default(0),
});

/**
 * Reads the state file; `undefined` if it does not exist.
 * @throws CommandError when the file is malformed, or its hashes and checkpoint do not match
 */
export function readState(file: string): { readonly log: NoteVerifier; readonly known: KnownLog } | undefined {
  if (!existsSync(file)) return undefined;
  const { log: vkey, checkpoint: note, size, tiles, received_at } = readJsonAs(file, state);
  return withFileName(file, () => {
    const log = readVkey(vkey);
    const tree = new TiledTree(
      size,
      tiles.map((text) => hashesIn(file, text)),
    );
    const checkpoint = openCheckpoint(note, log);
    // A damaged state must not be reported as misbehavior of the log.
    if (checkpoint.size !== size || !sameBytes(tree.root(), checkpoint.root))
      throw new CommandError(
        `${file}: the hashes are not those of the checkpoint; delete the file to read the log from its beginning`,
      );
    return { log, known: { checkpoint: note, tree, received_at } };
  });
}

function hashesIn(file: string, text: string): readonly Uint8Array[] {
  const bytes = fromBase64(text);
  const hashes = bytes && splitTile(bytes, Math.floor(bytes.length / 32));
  if (hashes) return hashes;
  throw new CommandError(`${file}: a tile is not base64 of whole hashes`);
}

export function writeState(file: string, log: NoteVerifier, { checkpoint, tree, received_at }: KnownLog): void {
  const tiles = tree.tiles.map((hashes) => toBase64(joinTile(hashes)));
  writeFileAtomically(
    file,
    `${JSON.stringify({ log: vkeyOf(log), checkpoint, size: tree.size, tiles, received_at })}\n`,
  );
}
