/** The confirmation of a demo shop's card payment, on a page of the portal (docs/paying.md, Handlers). */

export const SANDBOX_HANDLER = 'sandbox_card';

/** Path of the page, below that of the checkout. */
export const TEST_BANK = 'test-bank';

/** Text of the note with the buyer's decision. */
export type BankDecision = 'confirmed' | 'rejected';

/** Key of the handler's note with the buyer's decision about an attempt. */
export function decisionKey(attemptId: string): string {
  return `decision/${attemptId}`;
}
