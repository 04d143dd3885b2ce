import { lineTitle } from '../domain/shop/item-title.js';
import { displayAmount } from '../domain/values/display.js';
import { invoiceTexts } from '../pages/invoice-part.js';
import { moneyRows, paymentName } from '../pages/order/page.js';
import { unitsText } from '../pages/order/timeline.js';
import { addressLines, personName } from '../pages/shop/address.js';
import { costRows, type Row } from '../pages/totals.js';
import type { OrderAnswer } from '../schema/order.js';
import { labeled } from '../texts/label.js';
import type { Texts } from '../texts/texts.js';
import type { AmountEntry, Block, Group, LineEntry, MailedOrder } from './content.js';

/** Lists the ordered units with their prices. */
export function linesBlocks(mailed: MailedOrder): Block[] {
  const { currency, line_items } = mailed.order;
  const lines = line_items.map((line) => ({ ...line, units: line.quantity.total }));
  return pricedLines(lines, currency, mailed);
}

type Line = Pick<OrderAnswer['line_items'][number], 'item' | 'properties' | 'totals'> &
  Parameters<typeof lineTitle>[0] & { readonly units: number };

/** Lists lines of an order or a checkout with their prices. */
export function pricedLines(
  all: readonly Line[],
  currency: string,
  { locale: { texts, tag }, maxLines }: Pick<MailedOrder, 'locale' | 'maxLines'>,
): Block[] {
  const money = (amount: number) => displayAmount(amount, currency, tag);
  const lines = all.slice(0, maxLines).map((line): LineEntry => {
    const { units } = line;
    const each = units > 1 ? ` · ${texts.summary.each(money(line.item.price))}` : '';
    return {
      title: lineTitle(line),
      details: [
        ...line.properties.map(({ name, value }) => labeled(name, value, tag)),
        `${texts.summary.quantity(units)}${each}`,
      ],
      amount: money(line.totals.find(({ type }) => type === 'total')?.amount ?? 0),
    };
  });
  return linesBlock(lines, all.length, texts);
}

/** Lists some units of an order, without prices. */
export function unitsBlocks({ order, locale, maxLines }: MailedOrder, units: readonly Units[]): Block[] {
  const lines = units.slice(0, maxLines).map((unit): LineEntry => ({ title: unitsText(order, [unit]), details: [] }));
  return linesBlock(lines, units.length, locale.texts);
}

/** Shows lines, and counts those left out of `total`. */
function linesBlock(lines: readonly LineEntry[], total: number, { question }: Texts): Block[] {
  const more = total - lines.length;
  const rest: Block[] = more > 0 ? [{ type: 'hint', text: question.more_lines(more) }] : [];
  return [{ type: 'lines', lines }, ...rest];
}

interface Units {
  readonly id: string;
  readonly quantity: number;
}

/** Lists the costs, each tax with its taxable amount, and for the buyer the money paid and owed. */
export function amountsBlock({ order, locale, isForBuyer }: MailedOrder): Block {
  const money = isForBuyer ? moneyRows(order, locale) : [];
  const rows = [...costRows(order, locale, { isConfirmation: true }), ...money];
  return { type: 'amounts', amounts: amountsOf(rows) };
}

/** Turns the costs of an order or a checkout into entries of a mail. */
export function amountsOf(rows: readonly Row[]): AmountEntry[] {
  return rows.map(({ type, name, text, code }) => ({
    name: code === undefined ? name : `${name} (${code})`,
    text,
    isTotal: type === 'total',
  }));
}

/** Lists the promised deliveries: their addresses, and their days where they are still to come. */
export function deliveryBlocks({ order, locale: { texts, tag } }: MailedOrder): Group[] {
  return order.fulfillment.expectations.map(({ description, fulfillable_by, destination }) => ({
    type: 'group',
    title: texts.order.delivery,
    lines: [
      description,
      texts.order.expected_by(fulfillable_by),
      ...(destination ? addressLines(destination, tag) : []),
    ],
  }));
}

export function buyerBlocks({ order: { buyer, billing_address }, locale: { texts, tag } }: MailedOrder): Group[] {
  const person = [personName({ ...buyer, name: buyer?.full_name }), buyer?.email ?? ''].filter((line) => line !== '');
  const billing = billing_address ? addressLines({ ...billing_address, name: billing_address.full_name }, tag) : [];
  const groups: Group[] = [
    { type: 'group', title: texts.order.buyer, lines: person },
    { type: 'group', title: texts.order.billing, lines: billing },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

/** Describes the payment, for the buyer with the instructions for an unpaid invoice. */
export function paymentBlock({ order, face, locale, isForBuyer }: MailedOrder): Group {
  const { order: texts } = locale.texts;
  const { handler_id, provider_reference } = order.payment;
  const isDue = isForBuyer && order.payment_status === 'pending';
  return {
    type: 'group',
    title: texts.payment,
    lines: [
      ...[paymentName(order.payment, locale.texts) ?? []].flat(),
      texts[order.payment_status],
      ...(isDue ? invoiceTexts(handler_id, face, locale, Date.parse(order.created_at)) : []),
      ...(provider_reference === undefined ? [] : [labeled(texts.reference, provider_reference, locale.tag)]),
    ],
  };
}

/** Shows what the portal tells people about the order, such as units that come later. */
export function messageBlocks({ messages }: OrderAnswer): Block[] {
  return messages.map(({ content }) => ({ type: 'hint', text: content }));
}

export function orderButton({ link, locale }: MailedOrder): Block[] {
  return link === undefined ? [] : [{ type: 'button', text: locale.texts.mail.see_order, url: link }];
}
