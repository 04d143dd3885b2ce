/**
 * Thrown to end a call that has no resource to return. The protocol reports it as an outcome, not as a failed call
 * (UCP, Error Handling).
 */
export class UcpOutcome extends Error {
  override readonly name = 'UcpOutcome';
  readonly code: 'capabilities_incompatible' | 'not_found' | 'unauthorized';

  constructor(code: UcpOutcome['code'], content: string) {
    super(content);
    this.code = code;
  }
}
