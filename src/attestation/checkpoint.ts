import { AttestationError } from './attestation-error.js';
import { fromBase64, toBase64 } from './bytes.js';
import { type NoteSigner, type NoteVerifier, openNote, signNote } from './note.js';
import { readTreeSize } from './tree-size.js';

/** Name, size and root of a log at a point in time (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log, which is also the name of its signing key. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  readonly root: Uint8Array;
}

/** Writes a checkpoint as a signed note, with the signer's name as the origin. */
export function signCheckpoint({ size, root }: Omit<Checkpoint, 'origin'>, signer: NoteSigner): string {
  return signNote(`${signer.name}\n${size}\n${toBase64(root)}\n`, signer);
}

/**
 * Reads a checkpoint that the log signed.
 * @throws AttestationError `invalid_note` when it is not signed by the log, or is not a checkpoint
 */
export function openCheckpoint(note: string, verifier: NoteVerifier): Checkpoint {
  const [origin, count, base64, ...extensions] = openNote(note, verifier).split('\n');
  const root = fromBase64(base64 ?? '');
  const size = readTreeSize(count);
  const isEnded = extensions.at(-1) === '';
  if (origin === verifier.name && size !== undefined && root?.length === 32 && isEnded) return { origin, size, root };
  throw new AttestationError('invalid_note', `the note is not a checkpoint of ${verifier.name}`);
}
