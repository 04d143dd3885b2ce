import type { Answered } from '../../support/portal.js';
import type { Objects } from './world.js';

export interface Call {
  readonly path: string;
  /** Defaults to the demo's key of the kind that the operation requires. */
  readonly key?: string;
  readonly body?: unknown;
  /** Sent unchanged; takes precedence over `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Refusal = readonly [status: number, code: string, detail: RegExp];

/** A call with one fault, as a change to the valid call. */
export interface Wrong extends Partial<Call> {
  readonly name: string;
  readonly refusal: Refusal;
}

export interface Row {
  readonly right: Call;
  readonly wrong: readonly Wrong[];
  /** Body limit other than 256 KiB: the bytes, and the limit in the error's words. */
  readonly bodyLimit?: readonly [bytes: number, said: string];
}

export type MakeRow = (world: Objects) => Row;

export const invalid = (detail: RegExp): Refusal => [400, 'invalid_request', detail];

export const sentTwice = (parameter: string): Refusal =>
  invalid(new RegExp(`^query parameter "${parameter}" was sent more than once$`));

/** Returns calls with wrong bodies from a table of names, bodies and expected errors. */
export function bodies(table: readonly (readonly [name: string, body: unknown, refusal: Refusal])[]): Wrong[] {
  return table.map(([name, body, refusal]) => ({ name, body, refusal }));
}

/** Returns calls with wrong paths from a table of names, paths and expected errors. */
export function paths(table: readonly (readonly [name: string, path: string, refusal: Refusal])[]): Wrong[] {
  return table.map(([name, path, refusal]) => ({ name, path, refusal }));
}

/** Returns status and error code of a response; the code is undefined if the body is not the portal's. */
export function refusalOf({ status, json }: Answered): readonly [number, unknown] {
  return [status, json?.error];
}

/** Text that is one character longer than the limit. */
export const tooLong = (limit: number) => 'x'.repeat(limit + 1);
