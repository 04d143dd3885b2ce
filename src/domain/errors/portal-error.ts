import { ERRORS, type ErrorCode } from './error-table.js';

export { ERRORS, type ErrorCode };

/** What an agent does after a refusal. */
interface NextStep {
  readonly say: string;
  readonly tools: readonly string[];
}

/**
 * The one error of the domain and everything above it. `detail` is one sentence for the caller that
 * names the field and the fix; it never holds keys, credentials, personal data or other tenants' ids.
 */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: ErrorCode;
  readonly detail: string;
  /** Seconds until a repeat can succeed, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;

  /** The first answer of a call that was repeated. */
  replayed = false;

  /** Where this very refusal leads on otherwise than its code's row says; over MCP alone. */
  next: NextStep | undefined;

  constructor(code: ErrorCode, detail: string, retryAfter?: number) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** The same error with what to do now, and the tools to do it with; those that a key may not call are not named. */
  leading(say: string, ...tools: readonly string[]): this {
    this.next = { say, tools };
    return this;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

/** The codes of an absent object, with the one sentence that each answers, so that why it is absent does not show. */
const ABSENT = {
  not_found: 'There is no item of this id on sale.',
  checkout_not_found: 'There is no checkout of this id for this caller.',
  line_item_not_found: 'The checkout has no line item of this id.',
  shop_not_found: 'There is no shop of this id for this caller.',
  discount_not_found: 'The shop has no discount of this code.',
  order_not_found: 'There is no order of this id for this caller.',
  signing_key_not_found: 'There is no signing key of this id for this caller.',
  receipt_not_found: 'There is no receipt of this id for this caller.',
  shop_item_not_found: 'The shop has no item of this id.',
  deployment_not_found: 'There is no deployment of this id for this caller.',
  consumer_not_found: 'There is no consumer of this id for this caller.',
  agent_not_found: 'There is no agent of this id for this caller.',
  key_not_found: 'There is no key of this id for this caller.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type AbsentCode = keyof typeof ABSENT;

/** An object that is absent, another tenant's, another buyer's or of a malformed id: all get the same bytes. */
export function absent(code: AbsentCode): PortalError {
  return new PortalError(code, ABSENT[code]);
}

export function isAbsentCode(code: ErrorCode): code is AbsentCode {
  return code in ABSENT;
}
