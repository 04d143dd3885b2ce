import type { AnyAnswer } from '../calls/answer.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { OrderAnswer } from '../schema/order.js';

/**
 * Reads the checkout, order or list from a response. The compiler checks each body against its operation's schema
 * (calls/define.ts); the functions here check which kind of operation responded.
 */

/** @throws Error for the response of an operation that returns no checkout */
export function checkoutOf({ body }: AnyAnswer): CheckoutF {
  if (!isOfCheckout(body)) throw new Error('the answer has no checkout');
  return body.data;
}

/** @throws Error for the response of an operation that returns no order */
export function orderOf({ body }: AnyAnswer): OrderAnswer {
  if (!isOfOrder(body)) throw new Error('the answer has no order');
  return body.data;
}

/** A page of a list. */
export interface AnsweredPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page. */
  readonly next: string | undefined;
}

/**
 * Reads a page of a list whose rows have this member.
 * @throws Error for the response of an operation that returns no such list
 */
export function pageOf<Row extends object>({ body }: AnyAnswer, member: keyof Row & string): AnsweredPage<Row> {
  if (!isPage<Row>(body, member)) throw new Error(`the answer has no list of rows with ${member}`);
  return { rows: body.data, next: body.pagination?.cursor };
}

/**
 * Reads an object that has this member from a response.
 * @throws Error for the response of an operation that returns no such object
 */
export function answeredWith<Data extends object>({ body }: AnyAnswer, member: keyof Data & string): Data {
  if (!isWith<Data>(body, member)) throw new Error(`the answer has no object with ${member}`);
  return body.data;
}

function isWith<Data>(body: unknown, member: string): body is { readonly data: Data } {
  const data = dataOf(body);
  return data !== undefined && member in data;
}

function isPage<Row>(
  body: unknown,
  member: string,
): body is { readonly data: readonly Row[]; readonly pagination?: { readonly cursor: string } } {
  const data = dataOf(body);
  return Array.isArray(data) && data.every((row) => typeof row === 'object' && row !== null && member in row);
}

function isOfCheckout(body: unknown): body is { readonly data: CheckoutF } {
  const data = dataOf(body);
  return data !== undefined && 'line_items' in data && 'expires_at' in data;
}

function isOfOrder(body: unknown): body is { readonly data: OrderAnswer } {
  const data = dataOf(body);
  return data !== undefined && 'permitted_actions' in data;
}

function dataOf(body: unknown): object | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  return typeof body.data === 'object' && body.data !== null ? body.data : undefined;
}
