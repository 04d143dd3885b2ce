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
/** How often a witness is asked that has seen another size each time: it gets several checkpoints at once. */
const TRIES = 4;

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
  /** Leaves that the log has by now. */
  present(): Promise<number>;
}

/**
 * Why a witness did not cosign: it has seen another tree than this one; it has cosigned a later checkpoint of this log, which came
 * first; or it cannot be used.
 */
type FaultKind = 'conflict' | 'overtaken' | 'unusable';

/** What a witness did not do, as a sentence. */
export class WitnessFault extends Error {
  override readonly name = 'WitnessFault';
  readonly kind: FaultKind;

  constructor(message: string, kind: FaultKind, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * The cosignature of a witness, as a line of the checkpoint; `lastSize` is the size that it cosigned last, as far as is known.
 * @throws WitnessFault
 */
export async function cosignatureFrom(witness: Witness, submission: Submission, lastSize: number): Promise<string> {
  // Another process may have sent a larger tree meanwhile.
  for (let from = Math.min(lastSize, submission.size), tries = 1; tries <= TRIES; tries += 1) {
    if (from > submission.size) throw await beyond(witness, submission, from);
    const answer = await submit(witness, submission, from);
    if (answer.status !== 409) return lineOf(witness, submission, answer);
    const size = sizeIn(answer) ?? from;
    if (size === from && size === submission.size)
      throw fault(witness, 'has another root for the same size', 'conflict');
    if (size === from) throw fault(witness, 'does not say which size it has');
    from = size;
  }
  throw fault(witness, 'has seen another size each time', 'overtaken');
}

/** Several checkpoints of a log may be on their way, from this process and others: only a size that it never had is another history. */
async function beyond(witness: Witness, submission: Submission, size: number): Promise<WitnessFault> {
  const kind = size > (await submission.present()) ? 'conflict' : 'overtaken';
  return fault(witness, `has cosigned ${size} leaves already`, kind);
}

/** The size in the answer 409; undefined where it is not in the form of the specification. */
function sizeIn({ type, text }: WitnessAnswer): number | undefined {
  return type.startsWith('text/x.tlog.size') && text.endsWith('\n') ? readTreeSize(text.slice(0, -1)) : undefined;
}

/** What the status means is in the specification. */
function refused(witness: Witness, status: number): WitnessFault {
  if (status === 422) return fault(witness, 'has seen another history of this log', 'conflict');
  const why = { 403: 'does not know the key of this log', 404: 'does not know this log' }[status];
  return fault(witness, why ?? `answered ${status}`);
}

function fault({ name }: Witness, what: string, kind: FaultKind = 'unusable', options?: ErrorOptions): WitnessFault {
  return new WitnessFault(`the witness ${name} ${what}`, kind, options);
}

interface WitnessAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function submit(witness: Witness, submission: Submission, from: number): Promise<WitnessAnswer> {
  const hashes = from > 0 && from < submission.size ? await submission.consistency(from) : [];
  const body = `old ${from}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${submission.checkpoint}`;
  try {
    const response = await fetch(`${witness.url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: String(await responseBytes(response, MAX_ANSWER)) };
  } catch (cause) {
    throw fault(witness, 'cannot be reached', 'unusable', { cause });
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
    throw fault(witness, 'answered with a cosignature that is not valid', 'unusable', { cause });
  }
  throw fault(witness, 'answered without a cosignature of its key');
}
