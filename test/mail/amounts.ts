import { expect } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import type { Shop } from '../../src/domain/shop/shop.js';
import { displayAmount } from '../../src/domain/values/display.js';
import type { OrderNoticeKind } from '../../src/domain/values/notice-kinds.js';
import { type MailView, renderOrderNotice } from '../../src/mail/render.js';
import type { OrderAnswer } from '../../src/schema/order.js';
import { orderView } from '../../src/view/order-view.js';
import { shownTexts } from './shown-texts.js';

/** Amounts of the response that a notice must show. */
const MUST: Partial<Record<OrderNoticeKind, (order: OrderAnswer) => readonly number[]>> = {
  placed: wholeOrder,
  payment_due: ({ totals }) => totals.filter(({ type }) => type === 'total').map(({ amount }) => amount),
  new_order: wholeOrder,
  canceled: newestAdjustment,
  returned: newestAdjustment,
  refunded: ({ payment }) => [payment.amount_refunded],
  refund_failed: newestAdjustment,
  capture_failed: ({ payment }) => (payment.captures ?? []).map(({ amount }) => amount),
  authorization_expiring: ({ payment }) => [payment.amount_capturable ?? 0],
  dispute_opened: disputed,
  dispute_evidence_due: disputed,
  dispute_won: disputed,
  dispute_lost: disputed,
};

function wholeOrder({ totals, line_items }: OrderAnswer): number[] {
  const shown = [...totals, ...line_items.flatMap((line) => line.totals.filter(({ type }) => type === 'total'))];
  // Delivery for nothing is shown as free.
  return shown.map(({ amount }) => amount).filter((amount) => amount !== 0);
}

function newestAdjustment({ adjustments = [] }: OrderAnswer): number[] {
  return adjustments.slice(-1).map(({ amount }) => amount);
}

function disputed({ payment }: OrderAnswer): number[] {
  return (payment.disputes ?? []).map(({ amount }) => amount);
}

/** A number with two decimals that is no percentage. */
const OTHER_AMOUNT = /\d[.,]\d\d(?!\d|\s?%)/;

/** Returns each number in a response, which includes all of its amounts. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** Expects that both parts of a mail show the amounts of the order's response that its kind must show, and no others. */
export function expectOwnAmounts(
  kind: OrderNoticeKind,
  order: Order,
  shop: Shop,
  view: MailView,
  language: string,
): void {
  const answer = orderView(order, shop, new Set(['orders:read']), { ...view, language });
  const money = (amount: number) => displayAmount(amount, order.currency, language);
  const { html, text } = renderOrderNotice({ notice: kind, language }, { order }, shop, view);
  for (const part of [text, shownTexts(html)]) {
    for (const amount of MUST[kind]?.(answer) ?? []) expect(part, kind).toContain(money(amount));
    expect(withoutAmounts(part, numbersIn(answer).map(money)), kind).not.toMatch(OTHER_AMOUNT);
  }
}

/**
 * Removes links, whose random tokens may look like an amount, and the amounts from a text, long ones first, since they
 * contain short ones.
 */
function withoutAmounts(text: string, amounts: readonly string[]): string {
  const longFirst = [...new Set(amounts)].toSorted((a, b) => b.length - a.length);
  return longFirst.reduce((rest, amount) => rest.replaceAll(amount, ''), text.replaceAll(/https?:\S+/g, ''));
}
