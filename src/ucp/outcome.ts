/** What a call comes to without a resource to answer: an outcome, and no error of the call (UCP, Error Handling). */
export class UcpOutcome extends Error {
  override readonly name = 'UcpOutcome';
  readonly code: 'capabilities_incompatible' | 'not_found' | 'unauthorized';

  constructor(code: UcpOutcome['code'], content: string) {
    super(content);
    this.code = code;
  }
}
