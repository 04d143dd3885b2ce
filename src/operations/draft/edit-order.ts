import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { AddedLine } from '../../domain/checkout/lines.js';
import { DEFAULT_DRAFT_DAYS, MAX_DRAFT_DAYS } from '../../domain/checkout/make-draft.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { isWaiting, recordAddition } from '../../domain/order/addition.js';
import { captureShipped } from '../../domain/order/capture.js';
import { addedEntries, type OrderEdit, reduceOrder } from '../../domain/order/edit.js';
import type { Order } from '../../domain/order/order.js';
import { itemKey } from '../../domain/shop/item.js';
import { restockWrites, unitsToRestock } from '../../payments/restock.js';
import { insertWrite, type Rows, type Wanted } from '../../ports.js';
import { buildCartHints } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { destination } from '../../schema/address.js';
import { lineId } from '../../schema/line-item.js';
import { order, orderName, reasonVisible } from '../../schema/order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { LINE_ENTRY_ERRORS, lineEntries, listItemIds } from '../checkout/add-entries.js';
import { changeAndResolve } from '../order/change-and-resolve.js';
import { ownOrder, prepareOrderAnswer } from '../order/change-order.js';
import { inShop } from '../shop/in-shop.js';
import { findAdded } from './added-before.js';
import { draftAddition } from './draft-addition.js';

type EditContext = Context<'view' | 'payments' | 'carts' | 'mail'>;

/** Ids of the parts of an edit, which are the same in each run of its decision. */
interface EditIds {
  readonly adjustment: string;
  readonly capture: string;
  readonly checkout: string;
}

export const editOrder = defineOperation({
  name: 'edit_order',
  title: 'Change an order',
  description:
    'Changes a placed order: units of its lines, further items, the address. Fewer units are canceled and refunded, each by its share of what was charged. More units and further items are drafted at present prices, and the buyer gets a link to pay exactly these; they become an order of their own, sent with this one, once they are paid. With `dry_run`, nothing is changed: the response is the order as it would be, whose newest entries in `adjustments` and `additions` have the amounts.',
  scope: 'orders:money',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    order_id: orderName,
    line_items: z
      .array(z.strictObject({ id: lineId, quantity: z.int().min(0) }))
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Units that these lines shall have, shipped ones included; a raise also counts those in `additions`; 0 removes a line',
      ),
    add: lineEntries.optional().describe('Further items'),
    destination: destination.optional().describe('Another address in the same country and region'),
    reason: text(500, 'Why units are canceled').optional(),
    visible: reasonVisible,
    restock: z.boolean().default(true).describe('Canceled units go back on sale'),
    valid_days: z
      .int()
      .min(1)
      .max(MAX_DRAFT_DAYS)
      .default(DEFAULT_DRAFT_DAYS)
      .describe('Days for which the buyer can pay what is added'),
    dry_run: z.boolean().default(false).describe('Change nothing, and return the order as it would be'),
  }),
  inputErrors: { shop_id: 'shop_not_found', order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ sellingShop, order, item }) => ({
    shop_id: sellingShop,
    order_id: order,
    add: [{ item: { id: item }, quantity: 1 }],
  }),
  errors: [
    'shop_not_found',
    'order_not_found',
    'order_not_cancelable',
    'order_not_fulfillable',
    'capture_in_progress',
    ...LINE_ENTRY_ERRORS,
    'version_conflict',
  ],
  http: {
    method: 'post',
    path: '/api/shops/{id}/orders/{order_id}/edit',
    parts: { id: 'shop_id', order_id: 'order_id' },
  },
  async handle(context: EditContext, { shop_id, order_id, add = [], restock, valid_days, dry_run, ...edit }) {
    const confined = inShop(context, shop_id);
    const ids = {
      adjustment: context.ids.next('adj'),
      capture: context.ids.next('cap'),
      checkout: context.ids.next('chk'),
    };
    const decide = (current: Order, rows: Rows) =>
      decideEdit(rows, context, current, { edit, add, days: valid_days, ids });
    if (dry_run)
      return context.read((rows) => {
        const current = ownOrder(rows, confined, order_id);
        return prepareOrderAnswer(confined, rows, decide(current, rows).order)();
      });
    let drafted: Checkout | undefined;
    return changeAndResolve(confined, order_id, {
      hints: add.length > 0 ? buildCartHints(shop_id, ids.checkout, { itemIds: listItemIds(add) }) : [],
      action: (before, after) =>
        before.adjustments.length === after.adjustments.length ? 'order.edited' : 'order.units_canceled',
      decide(current, rows) {
        const decided = decide(current, rows);
        drafted = decided.checkout;
        return decided.order;
      },
      alongside(rows, before, after) {
        const by = authorOf(context);
        const put = drafted && insertWrite('checkout', drafted);
        return [
          ...(put ? buildCheckoutWrites(by, after.organization_id, put, 'checkout.drafted', ['draft']) : []),
          ...(restock ? restockWrites(rows, after, unitsToRestock(before, after), 'give_back', by) : []),
        ];
      },
    });
  },
});

interface DecidedEdit {
  readonly order: Order;
  /** The draft of what is added. */
  readonly checkout?: Checkout;
}

/** @throws PortalError those of `reduceOrder`, `draftAddition` and `recordAddition`; `invalid_request` */
function decideEdit(
  rows: Rows,
  context: EditContext,
  current: Order,
  asked: {
    readonly edit: OrderEdit;
    readonly add: readonly AddedLine[];
    readonly days: number;
    readonly ids: EditIds;
  },
): DecidedEdit {
  const { edit, add, days, ids } = asked;
  const { now } = context;
  expectParts(rows, current, add);
  const reduced = reduceOrder(current, edit, ids.adjustment, now);
  const left = reduced === current ? current : captureShipped(current, reduced, { id: ids.capture }, now);
  const before = findAdded(rows, left, now);
  const entries = [...addedEntries(current, edit, before.units), ...add];
  if (entries.length === 0) {
    if (left === current)
      throw new PortalError(
        'invalid_request',
        'line_items: must change something of the order, including what was added to it',
      );
    return { order: left };
  }
  const { checkout, total } = draftAddition(rows, context, left, { id: ids.checkout, entries, days });
  const { created_at, expires_at } = checkout;
  const addition = { checkout_id: checkout.id, total, created_at, expires_at };
  return { order: recordAddition(before.order, addition), checkout };
}

/** Announces the rows that the parts of an edit read one after the other. */
function expectParts(rows: Rows, order: Order, add: readonly AddedLine[]): void {
  const { shop_id, line_items, additions = [] } = order;
  const keys = [...line_items.map(({ item }) => item.id), ...listItemIds(add)].map((id) => itemKey(shop_id, id));
  rows.expect(
    ['get', 'deployment', order.deployment_id],
    ['get', 'checkout', order.checkout_id],
    ['get', 'shop', shop_id],
    ['automaticDiscounts', shop_id],
    ['many', 'item', keys],
    ['counters', 'stock', keys],
    ['many', 'checkout', additions.filter(isWaiting).map(({ checkout_id }) => checkout_id)],
    ['many', 'order', additions.flatMap(({ order_id }) => order_id ?? [])],
    ...paymentOf(order),
  );
}

/** The payment changes with the units that are canceled. */
function paymentOf({ payment: { attempt_id } }: Order): Wanted[] {
  return attempt_id === undefined ? [] : [['get', 'payment', attempt_id]];
}
