import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { MessageText } from '../domain/errors/message-text.js';
import type { ErrorCode, PortalError } from '../domain/errors/portal-error.js';
import { keepJson } from '../domain/values/known-json.js';
import type { AnyAnswer } from './answer.js';

/**
 * Maximum size of a text that is not compressed. With the other members of its record it fits into one page of a SQLite
 * file, which a record of half the size fills as well.
 */
const PLAIN_BYTES = 3_500;
/**
 * The fastest Brotli level that still finds repeated member names: a checkout of 50 lines shrinks to a quarter in 0.1
 * ms.
 */
const QUALITY = 1;

/** `interim`: stored while the call continued; the final response replaces it. */
export type Outcome = { readonly answer: AnyAnswer; readonly interim?: true } | { readonly refusal: StoredRefusal };

export interface StoredRefusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly says?: readonly MessageText[];
  readonly next?: NonNullable<PortalError['next']>;
}

/** An outcome as stored, with its size. */
export interface PackedOutcome {
  readonly kept: unknown;
  readonly bytes: number;
}

/**
 * Compresses a long outcome with Brotli and encodes the result in Base64; leaves a short outcome as it is. The text of a
 * short outcome stays with it for its row, and that of a body for those who send it.
 */
export function packOutcome(outcome: Outcome): PackedOutcome {
  const text = textOf(outcome);
  const bytes = Buffer.byteLength(text);
  if (bytes <= PLAIN_BYTES) {
    keepJson(outcome, text);
    return { kept: outcome, bytes };
  }
  // By default, Node would allocate 16 KiB for the result.
  const options = { chunkSize: text.length, params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
  const kept = brotliCompressSync(text, options).toString('base64');
  return { kept, bytes: kept.length };
}

function textOf(outcome: Outcome): string {
  if ('refusal' in outcome) return JSON.stringify(outcome);
  const { body, httpBody, version } = outcome.answer;
  const members = [...member('body', body), ...member('httpBody', httpBody), ...member('version', version)];
  return `{"answer":{${members.join()}}${outcome.interim ? ',"interim":true' : ''}}`;
}

function member(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const text = JSON.stringify(value);
  if (typeof value === 'object' && value !== null) keepJson(value, text);
  return [`"${name}":${text}`];
}

/** Reads the outcome of a record, compressed or not. */
export function unpackOutcome(kept: unknown): unknown {
  return typeof kept === 'string' ? JSON.parse(unpackText(kept)) : kept;
}

/** JSON text of a record's outcome, without parsing it. */
export function outcomeText(kept: unknown): string {
  return typeof kept === 'string' ? unpackText(kept) : JSON.stringify(kept);
}

function unpackText(kept: string): string {
  return brotliDecompressSync(Buffer.from(kept, 'base64')).toString();
}
