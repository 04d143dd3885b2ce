import { AttestationError } from './attestation-error.js';
import { fromBase64, toBase64 } from './bytes.js';
import { openCheckpoint } from './checkpoint.js';
import { type CosignedCheckpoint, openCosigned } from './cosigned-checkpoint.js';
import { leafHash, verifyInclusion } from './merkle.js';
import type { NoteVerifier } from './note.js';
import type { Policy } from './policy.js';
import { readTreeSize } from './tree-size.js';

/** Inclusion proofs as text (C2SP tlog-proof). */

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** Maximum number of hashes in a proof: one for each level of the largest possible tree. */
const MAX_HASHES = 63;

export interface TlogProof {
  /** Unsigned data. The portal stores the leaf data here, so that the proof can be verified without another file. */
  readonly extra?: Uint8Array | undefined;
  /** Leaf index, starting at 0. */
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** Signed note, including the cosignatures of witnesses. */
  readonly checkpoint: string;
}

export function writeTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const first = extra === undefined ? [FIRST_LINE] : [FIRST_LINE, `extra ${toBase64(extra)}`];
  return [...first, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n');
}

/**
 * Parses a tlog-proof.
 * @throws AttestationError `invalid_proof` if the text is not a tlog-proof
 */
export function readTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  if (first !== FIRST_LINE) throw new AttestationError('invalid_proof', `the first line must be ${FIRST_LINE}`);
  const extra = lines[0]?.startsWith('extra ') ? bytesOf(lines.shift()?.slice('extra '.length)) : undefined;
  const [, number] = /^index (.*)$/.exec(lines.shift() ?? '') ?? [];
  const index = readTreeSize(number);
  if (index === undefined)
    throw new AttestationError('invalid_proof', 'the line with the index of the leaf is missing');
  if (lines.length > MAX_HASHES) throw new AttestationError('invalid_proof', `must have at most ${MAX_HASHES} hashes`);
  return { extra, index, hashes: lines.map(bytesOf), checkpoint: text.slice(end + 2) };
}

/**
 * Verifies that a checkpoint signed by the log includes the leaf data at the proof's index. If a policy is given, the
 * checkpoint must also meet its witness quorum.
 * @throws AttestationError `invalid_proof`, `invalid_note`, `quorum_not_met`
 */
export function verifyTlogProof(
  text: string,
  leafData: Uint8Array,
  log: NoteVerifier,
  policy?: Policy,
): CosignedCheckpoint & { readonly index: number } {
  const { index, hashes, checkpoint: note } = readTlogProof(text);
  const checkpoint = policy ? openCosigned(note, log, policy) : { ...openCheckpoint(note, log), witnesses: [] };
  if (verifyInclusion(leafHash(leafData), index, checkpoint.size, hashes, checkpoint.root))
    return { ...checkpoint, index };
  throw new AttestationError('invalid_proof', 'the log does not hold this entry at this place');
}

function bytesOf(base64: string | undefined): Uint8Array {
  const bytes = fromBase64(base64 ?? '');
  if (bytes) return bytes;
  throw new AttestationError('invalid_proof', 'a line is not base64');
}
