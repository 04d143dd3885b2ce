import { ApiError } from './api-error.js';

/** Keys of an account. A restricted key has only its permissions, such as "rak_payment_intent_write". */
export class ApiKeys {
  private readonly restricted = new Map<string, ReadonlySet<string>>();
  private readonly secret: ReadonlySet<string>;

  constructor(secretKeys: readonly string[]) {
    this.secret = new Set(secretKeys);
  }

  restrict(key: string, permissions: readonly string[]): void {
    this.restricted.set(key, new Set(permissions));
  }

  /** @throws ApiError if the key is unknown, or lacks the permission */
  check(key: string, permission: string): void {
    if (this.secret.has(key)) return;
    const permissions = this.restricted.get(key);
    const shown = `${key.slice(0, 8)}****${key.slice(-4)}`;
    if (!permissions)
      throw new ApiError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` });
    // Writing includes reading.
    if (permissions.has(permission) || permissions.has(permission.replace(/_read$/, '_write'))) return;
    throw new ApiError(403, {
      type: 'invalid_request_error',
      message: `The provided key '${shown}' does not have the required permissions for this endpoint. Having the '${permission}' permission would allow this request to continue.`,
    });
  }
}
