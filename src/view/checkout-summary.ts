import { lineTitle } from '../domain/shop/item-title.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { CheckoutSummary, OptionLine } from '../schema/checkout-summary.js';

type Line = CheckoutF['line_items'][number];
type Group = CheckoutF['fulfillment']['methods'][number]['groups'][number];
type Option = Group['options'][number];

/**
 * Statuses in which the buyer can act on the page: to resolve what only they can resolve, or to pay without the agent.
 */
const FOR_BUYER: ReadonlySet<CheckoutF['status']> = new Set(['requires_escalation', 'ready_for_complete']);

/**
 * Response to an agent's change of a checkout: a projection of variant F, reduced to what the agent needs to continue
 * (docs/mcp.md, Answers).
 */
export function checkoutSummary(full: CheckoutF): CheckoutSummary {
  const { id, status, currency, line_items, totals, discounts, fees, buyer, order, continue_url } = full;
  const total_text = totals.find(({ type }) => type === 'total')?.display_text;
  const isOver = status === 'completed' || status === 'canceled';
  const selected = findSelected(full);
  return {
    id,
    status,
    currency,
    line_items: line_items.map(isOver ? closedLine : openLine),
    totals: sumsByType(totals),
    ...(total_text !== undefined && { total_text }),
    ...(discounts.applied.length > 0 && { discounts: titled(discounts.applied) }),
    ...(fees.length > 0 && { fees: titled(fees) }),
    ...(!isOver && { ...(buyer && { buyer }), ...destinationOf(full), ...optionsOf(full, selected) }),
    // The buyer also wants to hear the promised days when the order is placed.
    ...(status !== 'canceled' && selected && { selected_days: selected.days }),
    messages: full.messages.map(messageOf),
    ...((FOR_BUYER.has(status) || waitsForBuyer(full)) && continue_url !== undefined && { continue_url }),
    ...(status === 'ready_for_complete' && owed(totals) && { handlers: full.payment.handlers.map((one) => one.id) }),
    ...(order && { order }),
  };
}

/** True if a payment waits for the buyer's confirmation. */
function waitsForBuyer({ messages }: CheckoutF): boolean {
  return messages.some(({ code }) => code === 'payment_action_required');
}

function openLine(line: Line): CheckoutSummary['line_items'][number] {
  const { id, parent_id } = line;
  return { id, ...closedLine(line), ...(parent_id !== undefined && { parent_id }) };
}

/** Lines of a closed checkout cannot be changed, so their ids are left out; the order contains them. */
function closedLine(line: Line): CheckoutSummary['line_items'][number] {
  const { item, quantity, properties, totals } = line;
  return {
    item_id: item.id,
    title: lineTitle(line),
    unit_price: item.price,
    quantity,
    ...(properties.length > 0 && { properties }),
    total: sumsByType(totals).total ?? 0,
  };
}

/** Reduces the discounts or fees behind a total to title and amount. */
function titled(all: readonly { readonly title: string; readonly amount: number }[]) {
  return all.map(({ title, amount }) => ({ title, amount }));
}

/** True if there is something to pay; free checkouts name no handler. */
function owed(totals: CheckoutF['totals']): boolean {
  return totals.some(({ type, amount }) => type === 'total' && amount > 0);
}

/** Adds up entries of the same type. */
function sumsByType(totals: CheckoutF['totals']): CheckoutSummary['totals'] {
  const sums: CheckoutSummary['totals'] = {};
  for (const { type, amount } of totals) sums[type] = (sums[type] ?? 0) + amount;
  return sums;
}

function destinationOf({ fulfillment }: CheckoutF): Pick<CheckoutSummary, 'destination'> {
  const shipping = fulfillment.methods.find(({ type }) => type === 'shipping');
  const [first] = shipping?.destinations ?? [];
  if (!first) return {};
  const { id, address, ...destination } = first;
  return { destination };
}

/** Severity is included only if it is not `recoverable`. The path is left out, since it refers to variant F. */
function messageOf({ path, severity, ...message }: CheckoutF['messages'][number]): CheckoutSummary['messages'][number] {
  return { ...message, ...(severity !== undefined && severity !== 'recoverable' && { severity }) };
}

/** Returns the id of the selected option, or all options if none is selected. */
function optionsOf(
  full: CheckoutF,
  selected: Option | undefined,
): Pick<CheckoutSummary, 'options' | 'selected_option_id'> {
  if (selected) return { selected_option_id: selected.id };
  const options = groupsOf(full).flatMap((group) => group.options);
  return options.length === 0 ? {} : { options: options.map(optionLine) };
}

/** Returns the groups of shipping and pickup; digital items leave nothing to choose. */
function groupsOf({ fulfillment }: CheckoutF): readonly Group[] {
  return fulfillment.methods.flatMap(({ type, groups }) => (type === 'digital' ? [] : groups));
}

function findSelected(full: CheckoutF): Option | undefined {
  const chosen = groupsOf(full).flatMap(({ options, selected_option_id }) =>
    options.filter(({ id }) => id === selected_option_id),
  );
  return chosen[0];
}

/** Reduces an option to id, title, price and promised days. */
export function optionLine(option: Option): OptionLine {
  const { id, title, totals, days } = option;
  return {
    id,
    title,
    price: totals.reduce((sum, { type, amount }) => (type === 'total' ? sum + amount : sum), 0),
    days,
  };
}
