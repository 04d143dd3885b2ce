import { ORDER_STATUSES, type OrderStatus } from '../../domain/order/order.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payment/payment-status.js';

/** Orders that can be shipped or printed at once. */
export const MAX_CHOSEN = 50;

/** Filters of the list of orders, as the query of its URL has them. */
export interface Choice {
  readonly query: string | undefined;
  readonly status: OrderStatus | undefined;
  readonly payment_status: PaymentStatus | undefined;
  readonly cursor: string | undefined;
}

/** Reads the filters. Unknown values count as absent. */
export function readChoice(params: URLSearchParams): Choice {
  const text = params.get('query')?.trim().slice(0, 200) ?? '';
  return {
    query: text === '' ? undefined : text,
    status: ORDER_STATUSES.find((status) => status === params.get('status')),
    payment_status: PAYMENT_STATUSES.find((status) => status === params.get('payment_status')),
    cursor: params.get('cursor') ?? undefined,
  };
}

/** Returns the filters that are set. */
export function setFilters(choice: Choice): Record<string, string> {
  const entries = Object.entries(choice).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

/** True for the list in which every box is checked. */
export function isAllChosen(params: URLSearchParams): boolean {
  return params.get('chosen') === 'all';
}

/** Returns a URL with the filters in its query. `isAll`: of the list in which every box is checked. */
export function linkWith(path: string, choice: Choice, isAll = false): string {
  const query = new URLSearchParams({ ...setFilters(choice), ...(isAll && { chosen: 'all' }) }).toString();
  return query === '' ? path : `${path}?${query}`;
}
