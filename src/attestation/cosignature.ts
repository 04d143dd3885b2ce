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
 * Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519). Each states that, at its time, the cosigned checkpoint
 * had the largest tree of the log that the witness had seen.
 */

/** Length of the timestamp before the signature, in bytes. */
const TIMESTAMP_BYTES = 8;

/** A valid cosignature. */
export interface Cosignature {
  /** Time of the cosignature, in seconds since the epoch. */
  readonly time: number;
  /** Signature line in the note, including its line break. */
  readonly line: string;
}

/** Creates a witness's signature line for the text of a checkpoint. `time` is in seconds since the epoch. */
export function cosign(text: string, witness: NoteSigner, time: number): string {
  const seconds = new Uint8Array(TIMESTAMP_BYTES);
  new DataView(seconds.buffer).setBigUint64(0, BigInt(time));
  return signatureLine(witness, COSIGNATURE, concatBytes(seconds, witness.sign(cosignedBytes(text, BigInt(time)))));
}

/**
 * Finds the newest cosignature of a witness for the text of a checkpoint, if any.
 * @throws AttestationError `invalid_note` when a signature with the witness's name and key id is invalid
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

/**
 * Reads the timestamp; `undefined` if the length is wrong or the time is 2^63 or later, which the specification
 * forbids.
 */
function timeOf(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== TIMESTAMP_BYTES + 64) return undefined;
  const time = new DataView(bytes.buffer, bytes.byteOffset, TIMESTAMP_BYTES).getBigUint64(0);
  return time < 2n ** 63n ? time : undefined;
}

/**
 * Returns the bytes that a witness signs: a header line, the time, and the checkpoint's text. No note starts with this
 * header, so cosignatures cannot be confused with signatures of notes.
 */
function cosignedBytes(text: string, time: bigint): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}
