import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../calls/define.js';
import { etagOf } from '../../calls/etag.js';
import { maxQuantity } from '../../domain/checkout/cart-limits.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Destination, PostalAddress } from '../../domain/values/address.js';
import { omitUndefined } from '../../domain/values/present.js';
import { acceptTerms } from '../../operations/checkout/accept-terms.js';
import { applyDiscount } from '../../operations/checkout/apply-discount.js';
import { selectFulfillment } from '../../operations/checkout/select-fulfillment.js';
import { setBuyer } from '../../operations/checkout/set-buyer.js';
import { setDestination } from '../../operations/checkout/set-destination.js';
import { updateLineItem } from '../../operations/checkout/update-line-item.js';
import type { CheckoutF } from '../../schema/checkout.js';
import type { Texts } from '../../texts/texts.js';
import type { LinkCaller } from '../link-call.js';
import { entryErrors, problemText } from '../problems.js';
import { personName } from '../shop/address.js';
import { billingCountry } from './field-values.js';
import {
  ADDRESS_FIELDS,
  BILLING_PARTS,
  billingField,
  type Form,
  propertyField,
  quantityField,
  readEntry,
  readFilledFields,
  wantsBilling,
} from './form.js';
import { hasMessage, methodOf, optionsOf, shippingOf } from './parts-of.js';
import { type Read, readAnswer } from './read.js';

type Args = Readonly<Record<string, unknown>>;

/**
 * Saves changed entries section by section. Each section calls its own operation, with the version that the previous
 * section wrote. If a section is rejected, the error is reported at its field and the other sections are still saved,
 * except after the errors in `STOPS`.
 */
export class Saving {
  private readonly link: LinkCaller;
  private readonly form: Form;
  private readonly texts: Texts;
  private read: Read;
  readonly errors: Record<string, string> = {};

  /** @param version version displayed to the person */
  constructor(link: LinkCaller, form: Form, texts: Texts, read: Read, version: number) {
    this.link = link;
    this.form = form;
    this.texts = texts;
    this.read = { ...read, version };
  }

  /** True if errors prevent the action. A rejected discount code prevents only the action `save`. */
  isBlocked(action: string): boolean {
    return Object.keys(this.errors).some((field) => field !== 'code' || action === 'save');
  }

  get saved(): Read {
    return this.read;
  }

  /**
   * @throws PortalError `version_conflict` if the cart differs from the displayed one, or another code in `STOPS`;
   * after either, nothing more is saved
   */
  async all(): Promise<void> {
    for (const { id } of this.read.checkout.line_items) await this.line(id);
    await this.code();
    await this.buyer();
    await this.destination();
    await this.billing();
    await this.option();
    await this.terms();
  }

  /**
   * Runs an operation on the cart.
   * @throws PortalError
   */
  async run(operation: Operation, args: Args): Promise<void> {
    const { id } = this.read.checkout;
    const answer = await this.link.call(operation, { checkout_id: id, ...args }, etagOf(this.read.version));
    this.read = { ...this.read, ...readAnswer(answer) };
  }

  private async line(id: string): Promise<void> {
    const line = this.read.checkout.line_items.find((one) => one.id === id);
    const text = readEntry(this.form, quantityField(id));
    if (!line || text === undefined) return;
    const quantity = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    const most = maxQuantity(this.link.shop);
    // An unchanged quantity is valid, even if the shop allows less by now.
    if (quantity !== line.quantity && !(quantity <= most)) {
      this.errors[quantityField(id)] = this.texts.errors.quantity(most);
      return;
    }
    const properties = line.property_specs.flatMap(({ name }, index) => {
      const value = readEntry(this.form, propertyField(id, index));
      const known = line.properties.find((one) => one.name === name)?.value;
      const kept = value ?? known ?? '';
      return kept === '' ? [] : [{ name, value: kept }];
    });
    const chosen = !sameProperties(properties, line.properties);
    if (quantity === line.quantity && !chosen) return;
    const args = { line_item_id: id, quantity, ...(chosen && quantity > 0 && { properties }) };
    await this.attempt(
      updateLineItem,
      args,
      chosen && quantity === line.quantity ? propertyField(id, 0) : quantityField(id),
    );
  }

  private async code(): Promise<void> {
    const code = readEntry(this.form, 'code') ?? '';
    if (code !== '') await this.attempt(applyDiscount, { code }, 'code');
  }

  private async buyer(): Promise<void> {
    const { buyer = {} } = this.read.checkout;
    const email = readEntry(this.form, 'email') ?? buyer.email ?? '';
    const known = personName({ ...buyer, name: buyer.full_name });
    // With shipping, the field `buyer_name` is hidden, since the address has the recipient's name.
    const entered = readEntry(this.form, 'method') === 'shipping' ? undefined : readEntry(this.form, 'buyer_name');
    const name = entered ?? (known === '' ? (readEntry(this.form, 'full_name') ?? '') : known);
    const { email: _email, full_name, first_name, last_name, ...rest } = buyer;
    const named =
      name === known
        ? omitUndefined({ full_name, first_name, last_name })
        : readFilledFields({ full_name: name }, ['full_name']);
    const changed = { ...rest, ...readFilledFields({ email }, ['email']), ...named };
    if (!isDeepStrictEqual(changed, buyer)) await this.attempt(setBuyer, { buyer: changed }, 'email');
  }

  /** Returns the delivery method if the person has just chosen a different one. */
  private get newMethod(): string | undefined {
    const method = readEntry(this.form, 'method');
    return method === methodOf(this.read.checkout) ? undefined : method;
  }

  private async destination(): Promise<void> {
    if (readEntry(this.form, 'address_country') === undefined || !shippingOf(this.read.checkout)) return;
    // With pickup, the address fields are hidden.
    if (readEntry(this.form, 'method') === 'pickup') return;
    const { checkout, destination: known } = this.read;
    const changed = this.entered(ADDRESS_FIELDS, (name) => name, known);
    // If the address has only the preset country, it is not stored yet: shipping prices are shown for that country
    // anyway.
    const wanted = this.newMethod !== undefined || Object.keys(changed).some((name) => name !== 'address_country');
    if (!known && !wanted && changed.address_country === checkout.context.address_country) return;
    if (isDeepStrictEqual(changed, withOneName(known))) return;
    await this.attempt(setDestination, { destination: changed }, 'street_address');
  }

  /** Saves the billing address, or removes it when the box is checked again. */
  private async billing(): Promise<void> {
    const { buyer = {}, billing_address: known } = this.read.checkout;
    if (readEntry(this.form, 'billing_same') !== undefined) {
      if (known) await this.attempt(setBuyer, { buyer, billing_address: {} }, 'billing_same');
      return;
    }
    // If the box was only just unchecked, this form has no address fields yet; the next page shows them.
    if (!wantsBilling(this.form) || readEntry(this.form, billingField('address_country')) === undefined) return;
    const changed = this.entered([...BILLING_PARTS, 'phone_number'], billingField, known);
    const wanted = Object.keys(changed).some((part) => part !== 'address_country');
    if (!known && !wanted && changed.address_country === billingCountry(this.read)) return;
    if (isDeepStrictEqual(changed, withOneName(known))) return;
    await this.attempt(setBuyer, { buyer, billing_address: changed }, billingField('street_address'));
  }

  /** Returns an address as entered. Parts that have no field keep their values. */
  private entered(parts: readonly (keyof Destination)[], fieldOf: (part: string) => string, known?: PostalAddress) {
    const kept: Partial<Destination> = withOneName(known);
    const values = parts.map((part) => [part, readEntry(this.form, fieldOf(part)) ?? kept[part] ?? ''] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== ''));
  }

  /**
   * Selects the entered option. If none was entered, selects the cheapest option after a first destination or a change
   * of the method.
   */
  private async option(): Promise<void> {
    const options = optionsOf(this.read.checkout);
    const selected = options.find((one) => one.isSelected)?.option.id;
    const entered = readEntry(this.form, 'selected_option_id');
    const method = readEntry(this.form, 'method');
    const isHidden = (id: string) =>
      method !== undefined && options.some(({ type, option }) => option.id === id && type !== method);
    const wanted = entered === undefined || isHidden(entered) ? undefined : entered;
    const hasAddress =
      this.read.destination?.street_address !== undefined && readEntry(this.form, 'street_address') !== undefined;
    const isOpen = this.newMethod !== undefined || (selected === undefined && hasAddress);
    const ships = options.filter(({ type }) => type === (method ?? 'shipping')).map(({ option }) => option);
    const [cheapest] = ships.toSorted((a, b) => (a.totals[0]?.amount ?? 0) - (b.totals[0]?.amount ?? 0));
    const id = wanted ?? (isOpen ? cheapest?.id : undefined);
    if (id !== undefined && id !== selected)
      await this.attempt(selectFulfillment, { selected_option_id: id }, 'selected_option_id');
  }

  /**
   * Stores whether the terms are accepted. An unchecked box sends nothing, so a hidden field shows that the form has
   * the box.
   */
  private async terms(): Promise<void> {
    if (readEntry(this.form, 'terms_shown') === undefined) return;
    const accepted = readEntry(this.form, 'terms') !== undefined;
    if (accepted === hasMessage(this.read.checkout, 'terms_acceptance_required'))
      await this.attempt(acceptTerms, { accepted }, 'terms');
  }

  /**
   * Runs an operation, and records rejected entries at their fields.
   * @throws PortalError with a code in `STOPS`, or for a fault
   */
  private async attempt(operation: Operation, args: Args, field: string): Promise<void> {
    try {
      await this.run(operation, args);
      if ('destination' in args) this.read = { ...this.read, destination: await this.link.destination() };
    } catch (error) {
      if (!(error instanceof PortalError) || error.status >= 500 || STOPS.has(error.code)) throw error;
      const found = error.code === 'invalid_request' ? entryErrors(error.detail, this.texts) : {};
      Object.assign(
        this.errors,
        Object.keys(found).length > 0 ? found : { [field]: problemText(error.code, this.texts) },
      );
    }
  }
}

/** Returns an address as the form shows it, with a single field for the name. */
function withOneName(address: PostalAddress | undefined) {
  if (!address) return {};
  const full_name = personName({ ...address, name: address.full_name }) || undefined;
  return omitUndefined({ ...address, full_name, first_name: undefined, last_name: undefined });
}

/** Errors after which nothing else can be saved. */
const STOPS: ReadonlySet<string> = new Set([
  'version_conflict',
  'checkout_closed',
  'payment_in_progress',
  'rate_limited',
]);

function sameProperties(one: CheckoutF['line_items'][number]['properties'], other: typeof one): boolean {
  const text = (all: typeof one) => JSON.stringify([...all].map(({ name, value }) => [name, value]).sort());
  return text(one) === text(other);
}
