/** Result of a call without a resource: an outcome rather than an error of the call (UCP, Error Handling). */
export class UcpOutcome extends Error {
  override readonly name = 'UcpOutcome';
  readonly code: 'capabilities_incompatible' | 'not_found' | 'unauthorized';

  constructor(code: UcpOutcome['code'], content: string) {
    super(content);
    this.code = code;
  }
}
