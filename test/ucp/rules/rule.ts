import type { WireAnswer } from '../wire.js';

/** An answer with a resource, and the call that it answers. */
export interface Held {
  readonly version: string;
  /** The name of the operation. */
  readonly operation: string;
  /** The body of the call. */
  readonly sent: unknown;
  readonly answer: WireAnswer;
}

/** A rule that no schema expresses, checked against every response of every test. */
export interface Rule {
  /** Place in the protocol, as in the table of requirements. */
  readonly section: string;
  readonly must: string;
  /** Problems; [] = none. */
  broken(held: Held): string[];
}

/** A problem where the condition does not hold. */
export function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

export const sum = (amounts: readonly { readonly amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);
