/** The connection broke during a commit, and no server could confirm in time whether it had succeeded. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('it is not known whether a transaction was committed', { cause });
  }
}
