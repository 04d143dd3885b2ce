import { ERRORS, type ErrorCode } from './error-table.js';
import type { MessageText } from './message-text.js';

export { ERRORS, type ErrorCode };

/** Next step for an agent after an error. */
interface NextStep {
  readonly instruction: string;
  readonly tools: readonly string[];
}

/**
 * The reason for a failed call, and the only error type that callers see. `detail` is one sentence that names the field
 * and the fix. It never contains keys, credentials, personal data or other tenants' ids.
 */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: ErrorCode;
  readonly detail: string;
  /** Seconds until a retry can succeed, for `rate_limited`, `unavailable`, `log_not_witnessed` and `order_not_logged`. */
  readonly retryAfter: number | undefined;

  /** True if the response replays the first response to the idempotency key. */
  replayed = false;

  /** Overrides the next step from the error table; used over MCP only. */
  next: NextStep | undefined;

  constructor(code: ErrorCode, detail: string, retryAfter?: number) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** Localizable form of `detail`. */
  texts: readonly MessageText[] | undefined;

  /** Sets the localizable form of `detail`. */
  withTexts(texts: readonly MessageText[]): this {
    this.texts = texts;
    return this;
  }

  /** Sets the next step and its tools. Responses omit tools that the key may not call. */
  withNextStep(instruction: string, ...tools: readonly string[]): this {
    this.next = { instruction, tools };
    return this;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Looks up the next step for a code in the error table. */
export function nextStepOf(code: ErrorCode): NextStep {
  const { fix, next }: { readonly fix: string; readonly next?: string } = ERRORS[code];
  return { instruction: fix, tools: next === undefined ? [] : [next] };
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

/**
 * The single sentence for each code of an absent object, so that a response does not reveal why the object is absent.
 */
const NOT_FOUND_DETAILS = {
  not_found: 'There is no item with this id on sale.',
  checkout_not_found: 'There is no checkout with this id for this caller.',
  line_item_not_found: 'The checkout has no line item with this id.',
  shop_not_found: 'There is no shop with this id for this caller.',
  discount_not_found: 'The shop has no discount with this code.',
  order_not_found: 'There is no order with this id for this caller.',
  fulfillment_event_not_found: 'The order has no fulfillment event with this id.',
  order_request_not_found: 'The order has no request with this id.',
  draft_order_not_found: 'The shop has no draft order with this id.',
  signing_key_not_found: 'There is no signing key with this id for this caller.',
  receipt_not_found: 'There is no receipt with this id for this caller.',
  shop_item_not_found: 'The shop has no item with this id.',
  deployment_not_found: 'There is no deployment with this id for this caller.',
  consumer_not_found: 'There is no consumer with this id for this caller.',
  agent_not_found: 'There is no agent with this id for this caller.',
  staff_not_found: 'There is no staff member with this id for this caller.',
  key_not_found: 'There is no key with this id for this caller.',
  grant_not_found: 'The shop has no grant with this id.',
  payment_account_not_found: 'The shop has no account for this payment handler, or can have none.',
  webhook_not_found: 'There is no webhook with this id for this caller.',
  delivery_not_found: 'The webhook has no delivery with this id.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type NotFoundCode = keyof typeof NOT_FOUND_DETAILS;

/**
 * Builds the error for an object that is absent, belongs to another tenant or buyer, or has a malformed id. All these
 * cases give the same response.
 */
export function notFoundError(code: NotFoundCode): PortalError {
  return new PortalError(code, NOT_FOUND_DETAILS[code]);
}

export function isNotFoundCode(code: ErrorCode): code is NotFoundCode {
  return code in NOT_FOUND_DETAILS;
}
