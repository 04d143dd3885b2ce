import { ERRORS, type ErrorCode } from './error-table.js';
import type { MessageText } from './message-text.js';

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

  /** True: the first call with this idempotency key was refused so, and this answer repeats it. */
  replayed = false;

  /** Where this very refusal leads on otherwise than its code's row says; over MCP alone. */
  next: NextStep | undefined;

  constructor(code: ErrorCode, detail: string, retryAfter?: number) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** What `detail` says, for callers of other languages. */
  says: readonly MessageText[] | undefined;

  /** The same error, with what its `detail` says. */
  saying(says: readonly MessageText[]): this {
    this.says = says;
    return this;
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

/** The codes of an absent object, each with its one sentence, so that an answer does not show why it is absent. */
const ABSENT = {
  not_found: 'There is no item with this id on sale.',
  checkout_not_found: 'There is no checkout with this id for this caller.',
  line_item_not_found: 'The checkout has no line item with this id.',
  shop_not_found: 'There is no shop with this id for this caller.',
  discount_not_found: 'The shop has no discount with this code.',
  order_not_found: 'There is no order with this id for this caller.',
  signing_key_not_found: 'There is no signing key with this id for this caller.',
  receipt_not_found: 'There is no receipt with this id for this caller.',
  shop_item_not_found: 'The shop has no item with this id.',
  deployment_not_found: 'There is no deployment with this id for this caller.',
  consumer_not_found: 'There is no consumer with this id for this caller.',
  agent_not_found: 'There is no agent with this id for this caller.',
  key_not_found: 'There is no key with this id for this caller.',
  webhook_not_found: 'There is no webhook with this id for this caller.',
  delivery_not_found: 'The webhook has no delivery with this id.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type AbsentCode = keyof typeof ABSENT;

/** For an absent object, another tenant's, another buyer's and a malformed id: the answer is the same. */
export function absent(code: AbsentCode): PortalError {
  return new PortalError(code, ABSENT[code]);
}

export function isAbsentCode(code: ErrorCode): code is AbsentCode {
  return code in ABSENT;
}
