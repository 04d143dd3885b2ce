/** The connection broke while a batch was committed, and no server could tell in time whether it was. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('it is not known whether a transaction was committed', { cause });
  }
}
