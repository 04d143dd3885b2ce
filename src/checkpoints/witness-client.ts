import { AttestationError } from '../attestation/attestation-error.js';
import { toBase64 } from '../attestation/bytes.js';
import { cosignatureBy } from '../attestation/cosignature.js';
import { type NoteVerifier, noteParts, readSignatureLines } from '../attestation/note.js';
import { readTreeSize } from '../attestation/tree-size.js';
import { responseBytes } from '../response-bytes.js';

/** Asks witnesses for cosignatures (C2SP tlog-witness, add-checkpoint). */

/** How long a witness may take. Milliseconds. */
const TIMEOUT = 5_000;
/** Bytes of an answer that are read. */
const MAX_ANSWER = 16 * 1024;

export interface Witness {
  /** Its name in the policy. */
  readonly name: string;
  readonly verifier: NoteVerifier;
  /** Submission prefix. */
  readonly url: string;
}

/** A checkpoint to be cosigned, and how to show that it continues an earlier one. */
export interface Submission {
  /** Name of the log. */
  readonly origin: string;
  /** Signed note. */
  readonly checkpoint: string;
  readonly size: number;
  /** Hashes from the tree of `from` leaves, 1 to `size`. */
  consistency(from: number): Promise<readonly Uint8Array[]>;
}

/** What a witness did not do, as a sentence. `isConflict`: it has seen another tree than this one. */
export class WitnessFault extends Error {
  override readonly name = 'WitnessFault';
  readonly isConflict: boolean;

  constructor(message: string, isConflict: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isConflict = isConflict;
  }
}

/**
 * The cosignature of a witness, as a line of the checkpoint; `lastSize` is the size that it cosigned last, as far as is known.
 * @throws WitnessFault
 */
export async function cosignatureFrom(witness: Witness, submission: Submission, lastSize: number): Promise<string> {
  // Another process may have sent a larger tree meanwhile.
  const from = Math.min(lastSize, submission.size);
  const first = await submit(witness, submission, from);
  if (first.status !== 409) return lineOf(witness, submission, first);
  const size = sizeIn(first);
  if (size === undefined || size === from) throw conflict(witness, 'has another root for the same size');
  if (size > submission.size) throw conflict(witness, `has cosigned ${size} leaves already`);
  return lineOf(witness, submission, await submit(witness, submission, size));
}

/** The size in the answer 409; undefined where it is not in the form of the specification. */
function sizeIn({ type, text }: WitnessAnswer): number | undefined {
  return type.startsWith('text/x.tlog.size') && text.endsWith('\n') ? readTreeSize(text.slice(0, -1)) : undefined;
}

/** What the status means is in the specification. */
function refused(witness: Witness, status: number): WitnessFault {
  if (status === 409) return conflict(witness, 'cosigned something else meanwhile');
  if (status === 422) return conflict(witness, 'has seen another history of this log');
  const why = { 403: 'does not know the key of this log', 404: 'does not know this log' }[status];
  return new WitnessFault(`the witness ${witness.name} ${why ?? `answered ${status}`}`, false);
}

function conflict({ name }: Witness, what: string): WitnessFault {
  return new WitnessFault(`the witness ${name} ${what}`, true);
}

interface WitnessAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function submit({ name, url }: Witness, submission: Submission, from: number): Promise<WitnessAnswer> {
  const hashes = from > 0 && from < submission.size ? await submission.consistency(from) : [];
  const body = `old ${from}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${submission.checkpoint}`;
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: String(await responseBytes(response, MAX_ANSWER)) };
  } catch (cause) {
    throw new WitnessFault(`the witness ${name} cannot be reached`, false, { cause });
  }
}

/** @throws WitnessFault unless the answer has a valid cosignature of this witness */
function lineOf(witness: Witness, { checkpoint }: Submission, { status, text }: WitnessAnswer): string {
  if (status !== 200) throw refused(witness, status);
  try {
    const cosignature = cosignatureBy(witness.verifier, noteParts(checkpoint).text, readSignatureLines(text));
    if (cosignature) return cosignature.line;
  } catch (cause) {
    if (!(cause instanceof AttestationError)) throw cause;
    throw new WitnessFault(`the witness ${witness.name} answered with a cosignature that is not valid`, false, {
      cause,
    });
  }
  throw new WitnessFault(`the witness ${witness.name} answered without a cosignature of its key`, false);
}
