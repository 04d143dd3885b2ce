import { concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { utf8 } from './bytes.js';
import { verify } from './ed25519.js';
import {
  COSIGNATURE,
  type NoteSignature,
  type NoteSigner,
  type NoteVerifier,
  signatureLine,
  signaturesBy,
} from './note.js';

/**
 * Witness cosignatures (C2SP tlog-cosignature, Ed25519): the statement that, at the given time, this was the largest
 * tree of the log the witness had seen.
 */

/** Length of the timestamp that precedes the signature. Bytes. */
const TIMESTAMP_BYTES = 8;

/** A valid cosignature. */
export interface Cosignature {
  /** Creation time; seconds since the epoch. */
  readonly time: number;
  /** Line in the note, with its line break. */
  readonly line: string;
}

/** Signature line of a witness for a checkpoint's text; `time` in seconds since the epoch. */
export function cosign(text: string, witness: NoteSigner, time: number): string {
  const seconds = new Uint8Array(TIMESTAMP_BYTES);
  new DataView(seconds.buffer).setBigUint64(0, BigInt(time));
  return signatureLine(witness, COSIGNATURE, concatBytes(seconds, witness.sign(cosignedBytes(text, BigInt(time)))));
}

/**
 * Newest cosignature of a witness for a checkpoint's text, if any.
 * @throws AttestationError `invalid_note` when one with the witness's name and key id is invalid
 */
export function cosignatureBy(
  witness: NoteVerifier,
  text: string,
  signatures: readonly NoteSignature[],
): Cosignature | undefined {
  let newest: Cosignature | undefined;
  for (const bytes of signaturesBy(witness, COSIGNATURE, signatures)) {
    const time = timeOf(bytes);
    if (time === undefined || !verify(bytes.subarray(TIMESTAMP_BYTES), cosignedBytes(text, time), witness.publicKey)) {
      throw new AttestationError('invalid_note', `the cosignature of ${witness.name} is not valid`);
    }
    const line = signatureLine(witness, COSIGNATURE, bytes);
    if (newest === undefined || time > BigInt(newest.time)) newest = { time: Number(time), line };
  }
  return newest;
}

/** The timestamp; `undefined` if the length is wrong or the time is 2^63 or later, which the specification forbids. */
function timeOf(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== TIMESTAMP_BYTES + 64) return undefined;
  const time = new DataView(bytes.buffer, bytes.byteOffset, TIMESTAMP_BYTES).getBigUint64(0);
  return time < 2n ** 63n ? time : undefined;
}

/**
 * Bytes a witness signs: a header line, the time, and the checkpoint's text. No note starts with the header, so the two
 * cannot be confused.
 */
function cosignedBytes(text: string, time: bigint): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}
