import { findItem } from '../domain/checkout/checkout.js';
import type { PricedLine } from '../domain/checkout/pricing.js';
import type { Assessment, PricedCart } from '../domain/checkout/status.js';
import type { Total } from '../domain/checkout/totals.js';
import { lineTotals, orderTotals } from '../domain/checkout/totals.js';
import { saleTitle } from '../domain/shop/condition.js';
import { type Item, minimumAge } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import { displayAmount } from '../domain/values/display.js';
import type { PaymentHandlerDescription } from '../ports.js';
import type { CheckoutF } from '../schema/checkout.js';
import { checkoutDiscountsView } from './discounts-view.js';
import { feesView } from './fees-view.js';
import { isoTime } from './format.js';
import { fulfillmentView } from './fulfillment-view.js';
import { includedTaxText } from './included-tax-text.js';
import { instrumentsView } from './instrument-view.js';
import { itemImage, optionsView, specsView } from './item-view.js';
import type { Links } from './links.js';
import { messagesView } from './message-view.js';
import { UCP_FULL } from './ucp.js';

/** Inputs of a view in addition to domain objects: links, payment handlers and the reader's language. */
export interface ViewSettings {
  readonly links: Links;
  readonly handlers: readonly PaymentHandlerDescription[];
  /** Defaults to the shop's language. */
  readonly language: string | undefined;
}

/** Variant F of a checkout, with every documented member that applies (API document, Checkout). */
export function checkoutView(assessment: Assessment, view: ViewSettings): CheckoutF {
  const { cart, pricing, messages, status } = assessment;
  const { checkout, shop } = cart;
  const { currency } = shop.settings;
  const language = view.language ?? shop.settings.language;
  const final = status === 'completed' || status === 'canceled';
  return {
    id: checkout.id,
    currency,
    status,
    line_items: pricing.lines.map((line) => lineView(assessment, line, view, language)),
    totals: checkoutTotalsView(assessment, language),
    tax_lines: [...pricing.tax_lines],
    fees: feesView(pricing.fees),
    discounts: checkoutDiscountsView(assessment),
    ...(checkout.buyer && { buyer: checkout.buyer }),
    ...(checkout.billing_address && { billing_address: checkout.billing_address }),
    links: linksView(shop, view.links),
    payment: { handlers: handlersView(shop, view), ...instrumentsView(checkout.attempt?.instrument) },
    ucp: UCP_FULL,
    context: contextView(assessment, language),
    fulfillment: fulfillmentView(assessment, language),
    messages: messagesView(messages, language),
    ...(checkout.order_id !== undefined && {
      order: { id: checkout.order_id, permalink_url: orderUrl(assessment, checkout.order_id, view.links) },
    }),
    ...(!final && { continue_url: view.links.checkoutUrl(checkout) }),
    expires_at: isoTime(checkout.expires_at),
  };
}

function orderUrl({ cart, shop }: Assessment, id: string, links: Links): string {
  return links.orderUrl({ id, link: cart.checkout.order_link }, shop);
}

function lineView(assessment: Assessment, priced: PricedLine, view: ViewSettings, language: string) {
  const { line, unit_price } = priced;
  const item = findItem(assessment.cart, line);
  return {
    id: line.id,
    item: lineItemView(item, unit_price, view.links, language),
    ...optionsView(item),
    ...(item.age_restricted && { minimum_age: minimumAge(item) }),
    quantity: line.quantity,
    ...(line.parent_id !== undefined && { parent_id: line.parent_id }),
    properties: [...line.properties],
    totals: totalsView(lineTotals(priced), assessment.cart.shop.settings.currency, language),
    tax_lines: [...priced.tax_lines],
    property_specs: specsView(item),
  };
}

/** The item of a line, sold at this price. */
export function lineItemView(item: Item, price: number, links: Links, language: string) {
  return { id: item.id, title: saleTitle(item, language), price, ...itemImage(item, links) };
}

export function checkoutTotalsView({ cart, pricing }: PricedCart, language: string) {
  const includedTax = pricing.tax_included ? pricing.tax : undefined;
  return totalsView(orderTotals(pricing), cart.shop.settings.currency, language, includedTax);
}

export function linksView({ settings }: Shop, links: Links) {
  return settings.links.map((link) => ({ ...link, url: links.absolute(link.url) }));
}

/** Totals with display texts. If prices include tax, the text of the total states the tax. */
export function totalsView(totals: readonly Total[], currency: string, language: string, includedTax?: number) {
  const included =
    includedTax === undefined ? undefined : includedTaxText(displayAmount(includedTax, currency, language), language);
  return totals.map(({ type, amount }) => {
    const text = displayAmount(amount, currency, language);
    const named = type === 'total' && included !== undefined;
    return { type, amount, display_text: named ? `${text} (${included})` : text };
  });
}

export function handlersView({ settings }: Shop, view: ViewSettings) {
  return settings.payment_handlers.flatMap((id) => {
    const handler = view.handlers.find((candidate) => candidate.id === id);
    return handler ? [handlerView(handler, view.links)] : [];
  });
}

function handlerView(handler: PaymentHandlerDescription, links: Links) {
  return {
    ...handler,
    spec: links.absolute(handler.spec),
    config_schema: links.absolute(handler.config_schema),
    instrument_schemas: handler.instrument_schemas.map((schema) => links.absolute(schema)),
  };
}

/** Builds `context` from the destination or, without one, from the shop's country (docs/checkout.md, Context). */
function contextView({ cart }: Assessment, language: string) {
  const { destination } = cart.checkout;
  return {
    address_country: destination?.address_country ?? cart.shop.settings.country,
    ...(destination?.address_region !== undefined && { address_region: destination.address_region }),
    ...(destination?.postal_code !== undefined && { postal_code: destination.postal_code }),
    currency: cart.shop.settings.currency,
    language,
  };
}
