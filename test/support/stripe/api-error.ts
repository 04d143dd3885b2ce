import type { Intent } from './objects.js';

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    error: { readonly type: string; readonly message: string; readonly [member: string]: unknown },
  ) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalidRequest(
  message: string,
  members: { readonly code?: string; readonly param?: string } = {},
): ApiError {
  return new ApiError(members.code === 'resource_missing' ? 404 : 400, {
    type: 'invalid_request_error',
    message,
    ...members,
  });
}

export function missing(kind: string, id: string, param: string): ApiError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function wrongState(intent: Intent, verb: string): ApiError {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  return invalidRequest(message, { code: 'payment_intent_unexpected_state' });
}

/** The error of a declined card, which names the PaymentIntent. */
export function cardError(intent: Intent): ApiError {
  const { code, decline_code, message } = intent.last_payment_error ?? { code: 'card_declined', message: 'declined' };
  return new ApiError(402, {
    type: 'card_error',
    message,
    code,
    payment_intent: intent,
    ...(decline_code && { decline_code }),
  });
}

/** The error that Stripe sends while it is overloaded. */
export const RATE_LIMITED = new ApiError(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded.',
});
