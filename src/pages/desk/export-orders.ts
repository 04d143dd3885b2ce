import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { csvLine } from '../../domain/books/csv.js';
import { buildRows, columnNames, type RowKind } from '../../domain/books/order-rows.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { queryTerms } from '../../domain/order/order-terms.js';
import { monthRange } from '../../domain/values/calendar.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position, ShopOrderFilter, Store } from '../../ports.js';
import { PAGE_HEADERS } from '../page-headers.js';
import { readChoice } from './orders-choice.js';
import type { ShopVisit } from './shop-visit.js';

/**
 * Sends the orders that the filters choose as a table. It is written while they are read, so that memory does not grow
 * with their number.
 * @throws PortalError `forbidden`, `invalid_request`
 */
export async function exportOrders(
  { store }: { readonly store: Pick<Store, 'list'> },
  { assertMay, shopId, face }: ShopVisit,
  { kind, params, response }: { readonly kind: RowKind; readonly params: URLSearchParams; readonly response: Response },
): Promise<void> {
  assertMay('orders:read');
  const { query, status, payment_status } = readChoice(params);
  const terms = query === undefined ? undefined : queryTerms(query);
  const month = readMonth(params, face.shop.settings.time_zone);
  const hasMatches = query === undefined || terms !== undefined;
  response.set({
    ...PAGE_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${month ? `${kind}-${month.text}` : kind}.csv"`,
  });
  const filter: ShopOrderFilter = {
    shop_id: shopId,
    status,
    payment_status,
    terms,
    created_from: month?.range.from,
    created_before: month?.range.before,
  };
  // Everything that a request passes listens for its end; the pipeline adds more than Node.js expects by default.
  response.setMaxListeners(20);
  await pipeline(Readable.from(hasMatches ? tableOf(store, filter, kind) : [headOf(kind)]), response);
}

/**
 * Returns the chosen month such as `2026-11`; `undefined` for all orders.
 * @throws PortalError `invalid_request` for any other text: all orders must not be booked as those of one month
 */
function readMonth(params: URLSearchParams, timeZone: string) {
  const text = params.get('month') ?? '';
  if (text === '') return undefined;
  const range = monthRange(text, timeZone);
  if (!range) throw new PortalError('invalid_request', 'month: must be a month such as 2026-11');
  return { text, range };
}

const headOf = (kind: RowKind) => csvLine(columnNames(kind));

async function* tableOf(store: Pick<Store, 'list'>, filter: ShopOrderFilter, kind: RowKind): AsyncGenerator<string> {
  yield headOf(kind);
  const read = (after: Position | undefined, limit: number) => store.list('shop_orders', filter, after, limit);
  for await (const orders of eachPage(read))
    yield orders.flatMap(({ order, changed }) => buildRows(kind, order, changed).map(csvLine)).join('');
}
