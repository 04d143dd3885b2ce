import { AttestationError } from '../attestation/attestation-error.js';
import { toBase64 } from '../attestation/bytes.js';
import { cosignatureBy } from '../attestation/cosignature.js';
import { type NoteVerifier, noteParts, readSignatureLines } from '../attestation/note.js';
import { readTreeSize } from '../attestation/tree-size.js';
import { responseBytes } from '../response-bytes.js';

/** Requests cosignatures from witnesses (C2SP tlog-witness, add-checkpoint). */

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 16 * 1024;
/**
 * Maximum number of requests to a witness that keeps responding with 409 and a different size, because other processes
 * also submit to it.
 */
const MAX_TRIES = 4;

export interface Witness {
  /** Name in the policy. */
  readonly name: string;
  readonly verifier: NoteVerifier;
  /** Submission prefix. */
  readonly url: string;
}

/** A checkpoint to be cosigned, with proofs that it extends earlier ones. */
export interface Submission {
  /** Origin of the log. */
  readonly origin: string;
  /** Signed note. */
  readonly checkpoint: string;
  readonly size: number;
  /** Consistency proof from the tree of `from` leaves (1 to `size`). */
  consistency(from: number): Promise<readonly Uint8Array[]>;
  /** Current size of the log. */
  present(): Promise<number>;
}

/**
 * `conflict`: the witness has seen another tree. `overtaken`: it has already cosigned a later checkpoint of this log.
 * `unusable`: its response cannot be used, or there is none.
 */
type FaultKind = 'conflict' | 'overtaken' | 'unusable';

export class WitnessFault extends Error {
  override readonly name = 'WitnessFault';
  readonly kind: FaultKind;

  constructor(message: string, kind: FaultKind, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * Requests a cosignature and returns it as a line of the checkpoint. `lastSize` is the last size that the witness is
 * known to have cosigned.
 * @throws WitnessFault
 */
export async function cosignatureFrom(witness: Witness, submission: Submission, lastSize: number): Promise<string> {
  // `lastSize` is larger if another process has since had a larger tree cosigned.
  for (let from = Math.min(lastSize, submission.size), tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (from > submission.size) throw await largerSizeFault(witness, submission, from);
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

/**
 * Creates the fault of a witness that has cosigned a larger tree than the submitted one. Several processes may submit
 * checkpoints of a log concurrently, so only a size that the log never had proves a different history.
 */
async function largerSizeFault(witness: Witness, submission: Submission, size: number): Promise<WitnessFault> {
  const kind = size > (await submission.present()) ? 'conflict' : 'overtaken';
  return fault(witness, `has cosigned ${size} leaves already`, kind);
}

/** The size in a 409 response; `undefined` if it is malformed. */
function sizeIn({ type, text }: WitnessAnswer): number | undefined {
  return type.startsWith('text/x.tlog.size') && text.endsWith('\n') ? readTreeSize(text.slice(0, -1)) : undefined;
}

/** The specification (C2SP tlog-witness) defines the meanings of these status codes. */
function rejectionFault(witness: Witness, status: number): WitnessFault {
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: String(await responseBytes(response, MAX_RESPONSE_BYTES)) };
  } catch (cause) {
    throw fault(witness, 'cannot be reached', 'unusable', { cause });
  }
}

/** @throws WitnessFault unless the response has a valid cosignature of this witness */
function lineOf(witness: Witness, { checkpoint }: Submission, { status, text }: WitnessAnswer): string {
  if (status !== 200) throw rejectionFault(witness, status);
  try {
    const cosignature = cosignatureBy(witness.verifier, noteParts(checkpoint).text, readSignatureLines(text));
    if (cosignature) return cosignature.line;
  } catch (cause) {
    if (!(cause instanceof AttestationError)) throw cause;
    throw fault(witness, 'answered with a cosignature that is not valid', 'unusable', { cause });
  }
  throw fault(witness, 'answered without a cosignature of its key');
}
