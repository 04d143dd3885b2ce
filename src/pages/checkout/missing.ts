import { findAddressFaults } from '../../domain/shop/address-check.js';
import type { ShopSettings } from '../../domain/shop/shop.js';
import type { PostalAddress } from '../../domain/values/address.js';
import { addressRules } from '../../domain/values/address-rules.js';
import type { CheckoutF } from '../../schema/checkout.js';
import type { Texts } from '../../texts/texts.js';
import { addressForm } from '../shop/address-form.js';
import { lineAt } from './consent-part.js';
import {
  BILLING_PARTS,
  billingField,
  type FieldErrors,
  type Form,
  propertyField,
  quantityField,
  readEntry,
  wantsBilling,
} from './form.js';
import { methodOf } from './parts-of.js';

type Message = CheckoutF['messages'][number];

const LINE_TEXTS = {
  out_of_stock: 'stock',
  item_unavailable: 'gone',
  fulfillment_unavailable: 'not_delivered',
} as const;

/** Lists the problems of lines, which are always shown at the line. */
export function lineErrors({ messages, line_items }: CheckoutF, { errors }: Texts): FieldErrors {
  return Object.fromEntries(
    messages.flatMap((message): [string, string][] => {
      const line = lineAt(line_items, message.path);
      if (!line || message.type !== 'error') return [];
      if (message.code === 'property_required') return propertyErrors(line, errors.property);
      return isLineCode(message.code) ? [[quantityField(line.id), errors[LINE_TEXTS[message.code]]]] : [];
    }),
  );
}

function isLineCode(code: string): code is keyof typeof LINE_TEXTS {
  return Object.hasOwn(LINE_TEXTS, code);
}

/** Lists the errors for properties that are required and missing, or whose value is no longer offered. */
function propertyErrors(line: CheckoutF['line_items'][number], text: string): [string, string][] {
  return line.property_specs.flatMap(({ name, required, values }, index): [string, string][] => {
    const chosen = line.properties.find((one) => one.name === name)?.value;
    const gone = chosen !== undefined && values.length > 0 && !values.some(({ value }) => value === chosen);
    return gone || (required && chosen === undefined) ? [[propertyField(line.id, index), text]] : [];
  });
}

/** Lists the missing entries, which are shown after the first attempt to continue. */
export function missingErrors(checkout: CheckoutF, texts: Texts): FieldErrors {
  const { required } = addressRules(checkout.context.address_country);
  return Object.fromEntries(checkout.messages.flatMap((message) => missingOf(message, texts, required)));
}

/**
 * Lists the missing entries if the person chose shipping, but pickup is still selected because shipping offers no
 * option yet.
 */
export function methodErrors(form: Form, checkout: CheckoutF, { errors }: Texts): FieldErrors {
  if (form.method !== 'shipping' || methodOf(checkout) !== 'pickup') return {};
  const { required } = addressRules(readEntry(form, 'address_country') ?? checkout.context.address_country);
  const missing = ['full_name', ...required].filter((name) => (readEntry(form, name) ?? '') === '');
  if (missing.length === 0) return { address_country: errors.not_valid };
  return Object.fromEntries(missing.map((name) => [name, errors.missing]));
}

/** Lists the problems of a separate billing address, by the rules of its country. */
export function billingErrors(form: Form, settings: ShopSettings, { errors }: Texts): FieldErrors {
  if (!wantsBilling(form)) return {};
  const entered = BILLING_PARTS.map((part) => [part, readEntry(form, billingField(part)) ?? ''] as const);
  const address: PostalAddress = Object.fromEntries(entered.filter(([, value]) => value !== ''));
  const country = address.address_country ?? settings.country;
  const { required, needsName } = addressForm(settings, country, false);
  const texts = {
    missing: errors.missing,
    unknown_region: errors.region,
    postal_code_form: errors.postal_code,
    postal_code_elsewhere: errors.postal_code,
  };
  const faults = findAddressFaults(settings, address, country);
  const missing = [...(needsName ? (['full_name'] as const) : []), ...required].filter((part) => !address[part]);
  return Object.fromEntries([
    ...faults.map(({ part, fault }) => [billingField(part), texts[fault]] as const),
    ...missing.map((part) => [billingField(part), errors.missing] as const),
  ]);
}

function missingOf({ code, path, type }: Message, { errors }: Texts, required: readonly string[]): [string, string][] {
  if (type !== 'error') return [];
  const member = path.split('.').at(-1) ?? '';
  const isBilling = path.startsWith('$.billing_address.');
  const field = isBilling ? billingField(member) : member;
  if (code === 'field_required' && member === 'name') return [['full_name', errors.missing]];
  if (code === 'field_required') return [[field, member === 'address_region' ? errors.region : errors.missing]];
  if (code === 'postal_code_invalid') return [['postal_code', errors.postal_code]];
  if (code === 'terms_acceptance_required') return [['terms', errors.terms]];
  if (code === 'region_unknown') return [[field, errors.region]];
  if (code === 'address_undeliverable') return [['address_country', errors.not_valid]];
  if (code === 'fulfillment_destination_required')
    return ['full_name', ...required].map((name) => [name, errors.missing]);
  return code === 'fulfillment_option_required' ? [['selected_option_id', errors.option]] : [];
}
