import { type Command, Option } from 'commander';
import { ORDER_STATUSES } from '../../domain/order/order.js';
import { type QueryTerm, queryTerms } from '../../domain/order/order-terms.js';
import { PAYMENT_STATUSES } from '../../domain/payment/payment-status.js';
import type { Shop } from '../../domain/shop/shop.js';
import { isDay } from '../../domain/values/calendar.js';
import { eachPage } from '../../lists/every-page.js';
import { placedWithin } from '../../operations/shop/summary.js';
import type { ChangedOrder, ChangePosition, Position, StoreReader } from '../../ports.js';
import { SHOP_OPTION } from '../choose-shop.js';
import { CommandError } from '../output.js';
import { wholeNumber } from '../whole-number.js';

export interface FilterOptions {
  readonly shop?: string;
  readonly status?: (typeof ORDER_STATUSES)[number];
  readonly paymentStatus?: (typeof PAYMENT_STATUSES)[number];
  readonly from?: string;
  readonly to?: string;
  readonly changedSince?: string;
}

/** Adds the options that select orders. */
export function addFilters(command: Command): Command {
  return command
    .option(...SHOP_OPTION)
    .addOption(new Option('--status <status>', 'only orders of this status').choices([...ORDER_STATUSES]))
    .addOption(
      new Option('--payment-status <status>', 'only orders of this payment status').choices([...PAYMENT_STATUSES]),
    )
    .option('--from <day>', 'only orders placed on this day or later, such as 2026-11-22, in the time zone of the shop')
    .option('--to <day>', 'only orders placed on this day or before')
    .option(
      '--changed-since <number>',
      'only orders that changed after the change of this number, in the order of their last changes',
    );
}

/** Yields the selected orders page by page, and reads each page only when it is needed. */
export function selectOrders(
  store: StoreReader,
  shop: Shop,
  options: FilterOptions,
  query: string | undefined,
  page: number,
): AsyncGenerator<readonly ChangedOrder[]> {
  const terms = query === undefined ? undefined : wordsOf(query);
  const days = placedWithin(shop, dayOption('--from', options.from), dayOption('--to', options.to));
  const filter = { ...days, status: options.status, payment_status: options.paymentStatus, terms };
  const since = numberOf(options.changedSince);
  const newest = (after: Position | undefined, limit: number) => store.list('shop_orders', filter, after, limit);
  const changedAfter = (changed_since: number) => (after: ChangePosition | undefined, limit: number) =>
    store.list('changed_orders', { ...filter, changed_since }, after, limit);
  return since === undefined ? eachPage(newest, page) : eachPage(changedAfter(since), page);
}

function wordsOf(query: string): QueryTerm[] {
  const terms = queryTerms(query);
  if (!terms) throw new CommandError('the query has no word');
  return terms;
}

/** @throws CommandError for a text that is not a day */
export function dayOption(option: string, text: string | undefined): string | undefined {
  if (text === undefined || isDay(text)) return text;
  throw new CommandError(`${option} must be a day such as 2026-11-22`);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber('--changed-since', text, 'must be a whole number');
}
