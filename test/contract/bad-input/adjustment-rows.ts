import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { wrongText, wrongUnits } from './order-line-wrongs.js';
import { bodies, invalid, type MakeRow, type Refusal } from './row.js';

const O = '/api/commerce/orders';
const MUG = [{ id: 'mug', quantity: 1 }];
const REFUND = { type: 'refund' };
const tooMuch: Refusal = [409, 'adjustment_exceeds_paid', /^amount: at most \d+ \(minor units\)/];

const cancelOrder: MakeRow = ({ order, moved }) => ({
  right: { path: `${O}/${order}/cancel`, body: { reason: 'x'.repeat(500) } },
  wrong: [
    ...bodies(wrongText({}, 'reason', 500)),
    {
      name: 'order with a shipped unit',
      path: `${O}/${moved}/cancel`,
      refusal: [409, 'order_not_cancelable', /shipped/],
    },
  ],
});

/** In the order `moved`, one of two mugs was shipped, and nothing has been refunded. */
const adjustOrder: MakeRow = ({ moved, due }) => ({
  right: {
    path: `${O}/${moved}/adjustments`,
    body: { type: 'return', line_items: MUG, amount: 1, reason: 'x'.repeat(500) },
  },
  wrong: [
    ...bodies([
      ['no type', { amount: 1 }, invalid(/^type: is required/)],
      ...['', 'REFUND', 'cancel', null, 1, ['refund']].map(
        (value) => [`type ${JSON.stringify(value)}`, { type: value }, invalid(/^type/)] as const,
      ),
      ...[0, -1, 1.5, 2 ** 53, null, '1', [1], true].map(
        (value) => [`amount ${JSON.stringify(value)}`, { ...REFUND, amount: value }, invalid(/^amount: /)] as const,
      ),
      ...wrongUnits(REFUND),
      ...wrongText(REFUND, 'reason', 500),
      ['more than was paid', { ...REFUND, amount: 1_000_000 }, tooMuch],
      ['the largest amount', { ...REFUND, amount: Number.MAX_SAFE_INTEGER }, tooMuch],
      ['more than was paid for the line', { ...REFUND, line_items: MUG, amount: 5_000 }, tooMuch],
      ['return of more than was paid', { type: 'return', line_items: MUG, amount: 1_000_000 }, tooMuch],
      ['return without lines', { type: 'return' }, invalid(/^line_items: is required for a return/)],
      ['return with a negative amount', { type: 'return', line_items: MUG, amount: -1 }, invalid(/^amount: /)],
      ['return of an amount alone', { type: 'return', amount: 1 }, invalid(/^line_items: is required for a return/)],
      [
        'more units than the line has',
        { ...REFUND, line_items: units(3) },
        invalid(/quantity: must be at most 2, the units of the line that have not been refunded$/),
      ],
      [
        'return of more than was shipped',
        { type: 'return', line_items: units(2) },
        invalid(/quantity: must be at most 1, the units of the line that have left the shop and have not come back$/),
      ],
      ['return of an unshipped line', { type: 'return', line_items: TEE }, invalid(/quantity: must be at most 0, /)],
      ['a line twice', { ...REFUND, line_items: [...MUG, ...MUG] }, invalid(/^line_items\[1\]\.id: /)],
    ]),
    {
      name: 'return without lines, of an order that was not shipped',
      path: `${O}/${due}/adjustments`,
      body: { type: 'return' },
      refusal: invalid(/^line_items: is required for a return/),
    },
    {
      name: 'return without lines, of an absent order',
      path: `${O}/absent/adjustments`,
      body: { type: 'return' },
      refusal: invalid(/^line_items: is required for a return/),
    },
    {
      name: 'refund of an order that is not paid',
      path: `${O}/${due}/adjustments`,
      body: REFUND,
      refusal: [409, 'order_not_payable', /pending/],
    },
  ],
});

const units = (quantity: number) => [{ id: 'mug', quantity }];
const TEE = [{ id: 'tee', quantity: 1 }];

const markPaid: MakeRow = ({ order, due }) => ({
  right: { path: `${O}/${due}/mark-paid` },
  wrong: [
    {
      name: 'order that is paid already',
      path: `${O}/${order}/mark-paid`,
      refusal: [409, 'order_not_payable', /its payment is paid/],
    },
  ],
});

const getHistory: MakeRow = ({ moved }) => ({
  right: { path: `${O}/${moved}/history?limit=100` },
  wrong: wrongPaging(`${O}/${moved}/history`),
});

export const adjustmentRows = {
  cancel_order: cancelOrder,
  adjust_order: adjustOrder,
  mark_order_paid: markPaid,
  get_order_history: getHistory,
} satisfies Partial<Record<OperationName, MakeRow>>;
