import { applyCode, assertListable, removeCode, select, setBuyer, setDestination } from './details.js';
import { addLines, lineAt, removeLine, updateLine } from './lines.js';
import { approvalOf, isError, messagesOf } from './messages.js';
import {
  ADDRESSES,
  type BuyerName,
  type CartOperation,
  type Operation,
  type ShopOperation,
  type Target,
} from './operations.js';
import { cancel, complete, settle } from './paying.js';
import { priced } from './prices.js';
import { Refusal, refuse } from './refusal.js';
import { remember } from './seen.js';
import { settingsNamed } from './settings.js';
import { DISCOUNTS, GOODS, GOODS_CHANGES, type Terms } from './shop.js';
import { type Checkout, HOUR, isExpired, LIFE, onShelf, type Shop } from './state.js';

const SECOND = 1000;

/** The whole shop as the API documents it, in memory. */
export class Model {
  readonly shop: Shop;
  readonly checkouts: Readonly<Record<BuyerName, Checkout[]>> = { ada: [], bob: [] };
  private lines = 0;

  constructor(now: number) {
    const shelf = Object.entries(GOODS).map(([name, goods]) => [name, { goods, stock: goods.stock }] as const);
    const discounts = Object.entries(DISCOUNTS).map(([code, list]) => [code, newDiscount(code, list[0])] as const);
    const settings = settingsNamed('base');
    this.shop = { start: now, now, settings, shelf: new Map(shelf), discounts: new Map(discounts) };
  }

  /**
   * Duration of an operation: one second, or that of the wait. A wait of 0 minutes ends one second before a full hour,
   * so that the next operation falls exactly on the hour.
   */
  timeOf(operation: Operation): number {
    if (operation.do !== 'wait') return SECOND;
    if (operation.minutes > 0) return operation.minutes * 60_000;
    return HOUR - ((this.shop.now + SECOND - this.shop.start) % HOUR);
  }

  /** Advances time and voids payments that were open for too long. Returns their checkouts. */
  pass(milliseconds: number): Checkout[] {
    this.shop.now += milliseconds;
    const all = Object.values(this.checkouts).flat();
    for (const checkout of all) if (!checkout.isStored) checkout.expires = this.expiryOfNew();
    return all.filter((checkout) => settle(this.shop, checkout));
  }

  /** True if get_cart returns this cart, which does not expire while a payment is in flight. */
  isCurrent(last: Checkout): boolean {
    return last.state === 'paying' || (last.state === 'open' && !isExpired(this.shop, last));
  }

  /** Returns the targeted cart. If the buyer has no current cart, creates one. */
  target({ by, at }: Target): Checkout {
    const own = this.checkouts[by];
    const last = own.at(-1);
    const isCurrent = last && this.isCurrent(last);
    if (at === 'former') {
      const former = isCurrent ? own.at(-2) : last;
      if (former) return former;
    }
    if (isCurrent) return last;
    const made = newCheckout(this.expiryOfNew());
    own.push(made);
    return made;
  }

  private expiryOfNew(): number {
    return this.shop.now - (this.shop.now % HOUR) + LIFE;
  }

  /**
   * True if the operation is skipped: the page has no such form at present, the call would wait for a pending payment,
   * or methods cannot be listed since the cart is not open.
   */
  isIdle(operation: CartOperation, checkout: Checkout): boolean {
    const errors = () =>
      messagesOf(this.shop, checkout, priced(this.shop, checkout))
        .map(([code]) => code)
        .filter(isError);
    if (operation.do === 'confirm age') {
      // The page asks for a delivery option first, and has no form if the cart cannot be paid.
      const found = errors();
      const isAsked = !found.includes('fulfillment_option_required') && !found.includes('payment_unavailable');
      return !isAsked || !found.includes('age_verification_required');
    }
    if (operation.do === 'approve') return errors().join() !== 'high_value_order';
    if (operation.do === 'list methods') return checkout.state !== 'open';
    return operation.do === 'complete' && checkout.state === 'paying';
  }

  /** The total that the caller sends as `expected_total`. */
  expectedTotal(operation: CartOperation, checkout: Checkout): number {
    const { total } = checkout.frozen ?? priced(this.shop, checkout);
    return operation.do === 'complete' ? total + operation.over : total;
  }

  /** Performs the operation. Returns the error code if it is rejected. */
  act(operation: CartOperation, checkout: Checkout, expectedTotal: number): string | undefined {
    try {
      this.perform(operation, checkout, expectedTotal);
      if (operation.do !== 'list methods') checkout.isStored = true;
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  private perform(operation: CartOperation, checkout: Checkout, expectedTotal: number): void {
    const { shop } = this;
    if (operation.do === 'list methods') assertListable(shop, checkout);
    else if (operation.do === 'cancel') cancel(shop, checkout);
    else if (operation.do === 'complete') complete(shop, checkout, operation.payment, expectedTotal);
    else {
      this.change(operation, checkout);
      const accepted = operation.do === 'select' || operation.do === 'approve';
      remember(shop, checkout, priced(shop, checkout).selected, accepted);
      checkout.expires = shop.now + LIFE;
    }
  }

  /** Changes an open cart. An unknown line is reported even if the cart is not open. */
  private change(operation: CartOperation, checkout: Checkout): void {
    const { shop } = this;
    const line = 'line' in operation ? lineAt(checkout.lines, operation.line)?.id : '';
    if (line === undefined) refuse('line_item_not_found');
    if (checkout.state === 'paying') refuse('payment_in_progress');
    if (checkout.state !== 'open' || isExpired(shop, checkout)) refuse('checkout_closed');
    if (operation.do === 'add') addLines(shop, checkout, operation.entries, () => `#${++this.lines}`);
    else if (operation.do === 'remove' || (operation.do === 'update' && operation.quantity === 0))
      removeLine(checkout, line);
    else if (operation.do === 'update') updateLine(shop, checkout, line, operation.quantity, operation.properties);
    else if (operation.do === 'apply code') applyCode(shop, checkout, operation.code);
    else if (operation.do === 'remove code') removeCode(checkout, operation.code);
    else if (operation.do === 'set buyer') setBuyer(checkout, operation);
    else if (operation.do === 'set destination') setDestination(shop, checkout, ADDRESSES[operation.to]);
    else if (operation.do === 'select') select(shop, checkout, operation.option, destinationsOf(operation.to));
    else if (operation.do === 'confirm age') checkout.ageConfirmed = true;
    else if (operation.do === 'approve') checkout.approved = approvalOf(priced(shop, checkout));
  }

  /** Performs a merchant operation. Returns an error code if the operation names an unknown object. */
  arrange(operation: Exclude<ShopOperation, { readonly do: 'wait' }>): string | undefined {
    const { discounts } = this.shop;
    switch (operation.do) {
      case 'put settings':
        this.shop.settings = settingsNamed(operation.settings);
        return undefined;
      case 'change goods': {
        const item = onShelf(this.shop, operation.item);
        item.goods = GOODS_CHANGES[operation.change](item.goods);
        return undefined;
      }
      case 'stock':
        onShelf(this.shop, operation.item).stock = operation.units;
        return undefined;
      case 'put discount': {
        const terms = termsOf(operation);
        const options = [...this.shop.settings.shipping, ...this.shop.settings.pickup].map(({ id }) => id);
        if (terms.option_ids?.some((id) => !options.includes(id))) return 'invalid_request';
        const known = discounts.get(operation.code);
        if (known) known.terms = terms;
        else discounts.set(operation.code, newDiscount(operation.code, terms));
        return undefined;
      }
      case 'delete discount':
        return discounts.delete(operation.code) ? undefined : 'discount_not_found';
    }
  }
}

export function destinationsOf(to: keyof typeof ADDRESSES | 'nowhere' | undefined) {
  if (to === undefined) return undefined;
  return to === 'nowhere' ? [] : [ADDRESSES[to]];
}

export function termsOf({ code, terms }: { readonly code: string; readonly terms: number }): Terms {
  const list = DISCOUNTS[code] ?? [];
  const found = list[Math.min(terms, list.length - 1)];
  if (!found) throw new Error(`no terms of ${code}`);
  return found;
}

function newDiscount(code: string, terms: Terms | undefined) {
  if (!terms) throw new Error(`no terms of ${code}`);
  return { code, terms, used: 0, usedBy: new Set<string>() };
}

function newCheckout(expires: number): Checkout {
  return {
    lines: [],
    codes: [],
    email: undefined,
    billing: undefined,
    destination: undefined,
    option: undefined,
    dropped: undefined,
    ageConfirmed: false,
    seen: undefined,
    approved: undefined,
    state: 'open',
    isStored: false,
    expires,
    payment: undefined,
    hasFailed: false,
    frozen: undefined,
    order: undefined,
  };
}
