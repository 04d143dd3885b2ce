import { messagesOf, statusOf } from './messages.js';
import { type Priced, priced } from './prices.js';
import { asText, type Checkout, type Property, type Shop } from './state.js';
import { allTaxed, taxByRate } from './taxes.js';

/** The form in which checkouts of the model and of the server are compared. */

export type Shown = Readonly<Record<string, unknown>>;

/** `idOf` returns the server's id of a model line. */
export function expected(shop: Shop, checkout: Checkout, idOf: (line: string, index: number) => string): Shown {
  const live = priced(shop, checkout);
  const price = checkout.frozen ?? live;
  const messages = messagesOf(shop, checkout, live);
  return {
    status: statusOf(shop, checkout, messages),
    messages: messages.map(([code, path]) => `${code} ${path}`),
    line_items: price.lines.map(({ line, unit, subtotal, itemOff }, index) => ({
      id: idOf(line.id, index),
      item: line.item,
      quantity: line.quantity,
      price: unit,
      properties: asText(line.properties),
      parent: line.parent && idOf(line.parent, -1),
      totals: [
        `subtotal ${subtotal}`,
        ...(itemOff > 0 ? [`items_discount ${-itemOff}`] : []),
        `total ${subtotal - itemOff}`,
      ],
    })),
    totals: price.totals.map(([type, amount]) => `${type} ${amount}`),
    tax_included: price.includedTax,
    email: checkout.email,
    codes: checkout.codes,
    applied: appliedOf(price),
    fees: feesOf(price),
    taxes: taxByRate(allTaxed(price.taxes)),
    order: checkout.order !== undefined,
    expires_at: new Date(checkout.expires).toISOString(),
  };
}

/** Formats the discounts in order of application; for automatic ones, the word `automatic` replaces the code. */
export function appliedOf({ used }: Priced): string[] {
  return used.map(({ discount, amount }) => `${discount.terms.automatic ? 'automatic' : discount.code} ${amount}`);
}

export function feesOf({ fees }: Priced): string[] {
  return fees.map(({ id, amount }) => `${id} ${amount}`);
}

interface Total {
  readonly type: string;
  readonly amount: number;
  readonly display_text: string;
}

/** Discounts, fees and taxes of an order, or of a checkout in variant F (docs/checkout.md). */
export interface Charges {
  readonly discounts: {
    readonly codes: readonly string[];
    readonly applied: readonly { readonly code?: string; readonly amount: number }[];
  };
  readonly fees: readonly { readonly id: string; readonly amount: number }[];
  readonly tax_lines: readonly {
    readonly rate_ppm: number;
    readonly jurisdiction: string;
    readonly category: string;
    readonly taxable_amount: number;
    readonly amount: number;
  }[];
}

export function charges({ discounts, fees, tax_lines }: Charges) {
  return {
    codes: discounts.codes,
    applied: discounts.applied.map(({ code, amount }) => `${code ?? 'automatic'} ${amount}`),
    fees: fees.map(({ id, amount }) => `${id} ${amount}`),
    taxes: taxesIn(tax_lines),
  };
}

export function taxesIn(tax_lines: Charges['tax_lines']) {
  return taxByRate(
    tax_lines.map(({ rate_ppm, taxable_amount, amount, ...of }) => ({
      ...of,
      ppm: rate_ppm,
      net: taxable_amount,
      tax: amount,
    })),
  );
}

/** Compared members of a checkout. Members that only variant F has are `undefined` in variant B. */
export interface Body extends Partial<Charges> {
  readonly id: string;
  readonly status?: string;
  readonly messages: readonly { readonly code: string; readonly path: string }[];
  readonly line_items: readonly {
    readonly id: string;
    readonly item: { readonly id: string; readonly price: number };
    readonly quantity: number;
    readonly properties: readonly Property[];
    readonly parent_id?: string;
    readonly totals: readonly Total[];
  }[];
  readonly totals: readonly Total[];
  readonly buyer?: { readonly email?: string };
  readonly order?: { readonly id: string };
  readonly expires_at: string;
  readonly continue_url?: string;
}

const totalsOf = (totals: readonly Total[]) => totals.map(({ type, amount }) => `${type} ${amount}`);

export function answered(body: Body): Shown {
  const shared = {
    line_items: body.line_items.map(({ id, item, quantity, properties, parent_id, totals }) => ({
      id,
      item: item.id,
      quantity,
      price: item.price,
      properties: asText(properties),
      parent: parent_id,
      totals: totalsOf(totals),
    })),
    totals: totalsOf(body.totals),
    tax_included: includedTax(body.totals),
    email: body.buyer?.email,
  };
  const { status, messages, expires_at, order, discounts, fees, tax_lines } = body;
  if (status === undefined || !discounts || !fees || !tax_lines) return shared;
  return {
    status,
    messages: messages.map(({ code, path }) => `${code} ${path}`),
    ...shared,
    ...charges({ discounts, fees, tax_lines }),
    order: order !== undefined,
    expires_at,
  };
}

/** Reads the included tax, in minor units, from the total's display text, such as "$7.00 (includes $1.12 tax)". */
function includedTax(totals: readonly Total[]): number | undefined {
  const [, tax] = totals.find(({ type }) => type === 'total')?.display_text.match(/\$[\d,.]+/g) ?? [];
  return tax === undefined ? undefined : Number(tax.replace(/\D/g, ''));
}
