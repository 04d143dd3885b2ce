import type { WireAnswer } from '../wire.js';

/** A response with a resource, and the call that led to it. */
export interface Held {
  readonly version: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Body of the call. */
  readonly sent: unknown;
  readonly answer: WireAnswer;
}

/** A rule that no schema expresses, checked against every response of every test. */
export interface Rule {
  /** Section of the protocol, as in the table of requirements. */
  readonly section: string;
  readonly must: string;
  /** Returns the problems of a response. */
  broken(held: Held): string[];
}

/** Reports the problem if the condition does not hold. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

export const sum = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);
