import type { Known, Start } from './scene.js';

export type Args = object | ((known: Known) => object);
type Call = readonly [tool: string, args: object];

/** A plausible call that is not as declared, and what comes of it. */
export interface Row {
  readonly name: string;
  readonly start: Start;
  readonly tool: string;
  readonly args: Args;
  /** Calls before it, which are right. */
  readonly before?: readonly (readonly [tool: string, args: Args])[];
  /** Absent: it is understood. Else the code, and the next call as the refusal's own words give it. */
  readonly refused?: {
    readonly code: string;
    readonly says: RegExp;
    next(words: RegExpExecArray, known: Known): Call;
  };
}

/** Understood at once. */
export function taken(start: Start, name: string, tool: string, args: Args, before: Row['before'] = []): Row {
  return { start, name, tool, args, before };
}

/** Refused in words that give the call which then succeeds. */
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
