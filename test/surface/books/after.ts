import { spread, sum } from '../../model/sums.js';
import type { Costs } from './priced.js';
import type { Step, Wish } from './wishes.js';

/** Models the later steps of an order by the rules of docs/orders.md: which are possible, and the resulting amounts. */

interface Line {
  readonly id: string;
  readonly units: number;
  /** Value of the line, in minor units. */
  readonly worth: number;
  /** Amount refunded or no longer owed. */
  given: number;
  /** Part of `given` that was refunded after the payment. */
  refunded: number;
  /** `back` is the number of units refunded or no longer owed. `counted` is the value of those given back singly. */
  back: number;
  counted: number;
  canceled: number;
  shipped: number;
  returned: number;
}

export interface Account {
  readonly lines: readonly Line[];
  readonly total: number;
  payment: 'pending' | 'paid' | 'voided';
  /** Amount no longer owed because of a cancellation or return before the payment. */
  off: number;
  /** Amount received, also if it was refunded later. */
  received: number;
}

export interface Request {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export function accountOf({ goods }: Wish, { worth, price }: Costs): Account {
  const nothing = { given: 0, refunded: 0, back: 0, counted: 0, canceled: 0, shipped: 0, returned: 0 };
  return {
    lines: goods.map(([id, units], index) => ({ id, units, worth: worth[index] ?? 0, ...nothing })),
    total: price.total,
    payment: price.total === 0 ? 'paid' : 'pending',
    off: 0,
    received: 0,
  };
}

const unpaidOf = ({ total, off, received }: Account) => total - off - received;
const leftOf = ({ worth, given }: Line) => worth - given;
const inShop = ({ units, shipped, canceled }: Line) => units - shipped - canceled;

/** Returns the value of the next unit. The first k of n units together are worth k/n of the line, rounded half up. */
function worthOfUnit({ worth, units, back, counted }: Line): number {
  const all = (2 * worth * (back + 1) + units) / (2 * units);
  return Math.max(0, Math.floor(all) - counted);
}

/** Makes the step if possible. Returns its request, or `undefined` if the step is impossible. */
export function take(account: Account, costs: Costs, { name, pick, amount }: Step): Request | undefined {
  const line = account.lines[pick % account.lines.length];
  if (!line) return undefined;
  const owed = account.payment === 'voided' ? 0 : sum(account.lines.map(leftOf));
  const isPaid = account.payment === 'paid';
  const some = Math.min(amount, owed);
  const units = [{ id: line.id, quantity: 1 }];
  switch (name) {
    case 'pay':
      if (account.payment !== 'pending' || owed === 0) return undefined;
      account.payment = 'paid';
      account.received = account.total - account.off;
      return { operation: 'mark_order_paid', args: {} };
    case 'pay a part': {
      const part = account.payment === 'pending' ? Math.min(amount, unpaidOf(account) - 1) : 0;
      if (part < 1) return undefined;
      account.received += part;
      return { operation: 'mark_order_paid', args: { amount: part } };
    }
    case 'cancel all':
      if (account.lines.some(({ shipped }) => shipped > 0) || !account.lines.some((one) => inShop(one) > 0))
        return undefined;
      if (isPaid || account.received > 0) giveBack(account, account.lines.map(leftOf));
      else account.payment = 'voided';
      for (const one of account.lines) one.canceled += inShop(one);
      return { operation: 'cancel_order', args: {} };
    case 'cancel a unit':
      if (inShop(line) === 0) return undefined;
      if (owed > 0 && leftOf(line) > 0) giveUnit(account, line);
      line.canceled += 1;
      return { operation: 'cancel_order', args: { line_items: units } };
    case 'refund all':
      if (!isPaid || owed === 0) return undefined;
      giveBack(account, account.lines.map(leftOf));
      for (const one of account.lines) {
        one.back = one.units;
        one.canceled += inShop(one);
      }
      return refund({});
    case 'refund an amount':
      return isPaid ? refundAmount(account, some) : undefined;
    case 'refund the delivery':
      return isPaid && costs.delivery <= owed ? refundAmount(account, costs.delivery) : undefined;
    case 'refund the fees':
      return isPaid && costs.fees <= owed ? refundAmount(account, costs.fees) : undefined;
    case 'refund an amount of a line':
    case 'refund a unit': {
      if (!isPaid || leftOf(line) === 0 || line.back === line.units) return undefined;
      const part = Math.min(amount, leftOf(line));
      giveUnit(account, line, name === 'refund a unit' ? undefined : part);
      if (inShop(line) > 0) line.canceled += 1;
      return refund({ line_items: units, ...(name !== 'refund a unit' && { amount: part }) });
    }
    case 'ship a unit':
      if (inShop(line) === 0) return undefined;
      line.shipped += 1;
      return { operation: 'record_fulfillment_event', args: { type: 'shipped', line_items: units } };
    case 'return a unit':
      if (line.shipped === line.returned) return undefined;
      if (owed > 0 && leftOf(line) > 0 && line.back < line.units) giveUnit(account, line);
      line.returned += 1;
      return { operation: 'adjust_order', args: { type: 'return', line_items: units } };
    default:
      throw new Error(`no step ${name}`);
  }
}

const refund = (args: object): Request => ({ operation: 'adjust_order', args: { type: 'refund', ...args } });

/** Refunds an amount of the order, spread in proportion to the lines' remaining amounts. Cancels nothing. */
function refundAmount(account: Account, amount: number): Request | undefined {
  if (amount === 0) return undefined;
  giveBack(account, spread(amount, account.lines.map(leftOf)));
  return refund({ amount });
}

/** Gives back one more unit: its value, or the requested amount. Before the payment, that amount is no longer owed. */
function giveUnit(account: Account, line: Line, named?: number): void {
  const worth = worthOfUnit(line);
  const amount = named ?? Math.min(worth, leftOf(line));
  line.counted += named === undefined ? amount : worth;
  line.back += 1;
  giveBack(
    account,
    account.lines.map((one) => (one === line ? amount : 0)),
  );
}

/** Gives amounts of the lines back. What was not received yet is no longer owed; only the rest is refunded. */
function giveBack(account: Account, amounts: readonly number[]): void {
  const less = account.payment === 'pending' ? Math.min(sum(amounts), unpaidOf(account)) : 0;
  const off = spread(less, amounts);
  account.lines.forEach((line, index) => {
    const amount = amounts[index] ?? 0;
    line.given += amount;
    line.refunded += amount - (off[index] ?? 0);
  });
  account.off += less;
  if (account.payment === 'pending' && unpaidOf(account) === 0)
    account.payment = account.received > 0 ? 'paid' : 'voided';
}
