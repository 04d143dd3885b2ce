import type { Known, Start } from './scene.js';

export type Args = object | ((known: Known) => object);
type Call = readonly [tool: string, args: object];

/** A plausible call that deviates from the declaration, and its result. */
export interface Row {
  readonly name: string;
  readonly start: Start;
  readonly tool: string;
  readonly args: Args;
  /** Valid calls that the test makes before this call. */
  readonly before?: readonly (readonly [tool: string, args: Args])[];
  /** Absent if the call is accepted. Otherwise the error code, and the next call that the error's text suggests. */
  readonly refused?: {
    readonly code: string;
    readonly says: RegExp;
    next(words: RegExpExecArray, known: Known): Call;
  };
}

/** Builds the case of a call that is accepted. */
export function taken(start: Start, name: string, tool: string, args: Args, before: Row['before'] = []): Row {
  return { start, name, tool, args, before };
}

/** Builds the case of a call that is rejected with a text that leads to a successful call. */
export function refused(
  start: Start,
  name: string,
  tool: string,
  args: Args,
  [code, says]: readonly [code: string, says: RegExp],
  next: (words: RegExpExecArray, known: Known) => Call,
  before: Row['before'] = [],
): Row {
  return { start, name, tool, args, before, refused: { code, says, next } };
}
