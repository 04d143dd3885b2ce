import type { Submission } from '../../actors/signer.js';
import type { Stage } from './stage.js';
import type { Answer } from './wire.js';

export type Refusal = readonly [status: number, code: string, detail?: RegExp];
export type Outcome = 'verified' | Refusal;

/** Result of the same arguments over MCP, if it differs from the result over HTTP. */
export interface OverMcp {
  readonly outcome: 'parse error' | 'unread number' | 'too large' | 'verified' | string;
  readonly why: string;
}

/** Additional check of a response. */
export type Also = (stage: Stage, answer: Answer) => Promise<void> | void;

/**
 * One input of `submit_receipt` and its result. Cases of one `row` test the same rule: rows 1 to 22 are in
 * transport-rows.ts, 23 to 50 in member-rows.ts, 51 to 62 in signature-rows.ts, and 63 to 78 in key-rows.ts.
 */
export interface Case {
  readonly row: number;
  readonly what: string;
  /** Builds the request body; an object is sent as its JSON. */
  body(stage: Stage): string | Uint8Array | Submission | Readonly<Record<string, unknown>>;
  /** Header lines besides the length; by default, those for JSON and the right key. */
  readonly headers?: (stage: Stage) => readonly string[];
  readonly outcome: Outcome;
  readonly mcp?: OverMcp;
  readonly also?: Also;
}

export const JSON_TYPE = 'Content-Type: application/json';
export const keyLine = (key: string) => `x-api-key: ${key}`;

/** Returns the body of a case as it is sent. */
export function bytesOf(body: ReturnType<Case['body']>): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

export const title = ({ row, what }: Case) => `row ${row}: ${what}`;

/** Builds the cases of one row that have the same result. */
export function cases(
  row: number,
  outcome: Outcome,
  table: readonly (readonly [what: string, body: Case['body'], more?: Partial<Case>])[],
): Case[] {
  return table.map(([what, body, more]) => ({ row, what, body, outcome, ...more }));
}

/**
 * Returns the JSON of a submission in which the text `"LITERAL"` is replaced by a raw literal, which `JSON.stringify`
 * would write differently.
 */
export function withLiteral(submission: Submission, literal: string): string {
  return JSON.stringify(submission).replace('"LITERAL"', () => literal);
}
