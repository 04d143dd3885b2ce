/** Error codes of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2), with their HTTP statuses. */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

export type OauthErrorCode = keyof typeof STATUSES;

/** An error in the form that OAuth clients read. The description never contains a credential. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;
  readonly description: string;

  constructor(code: OauthErrorCode, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
    this.description = description;
  }

  get status(): number {
    return STATUSES[this.code];
  }
}
