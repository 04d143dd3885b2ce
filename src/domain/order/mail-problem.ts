/** `address_refused`: a mail server rejected the buyer's address. `bounced`: a mail came back later. */
export const MAIL_PROBLEM_TYPES = ['address_refused', 'bounced'] as const;

/** Evidence that mail about an order does not reach its buyer. */
export interface MailProblem {
  readonly type: (typeof MAIL_PROBLEM_TYPES)[number];
  /** The server's code, such as `550`. Never its text, which may contain the address. */
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
