import { z } from 'zod';
import { issueText } from '../../calls/input-error.js';
import type { BuyerConsent } from '../../domain/checkout/platform-part.js';
import type { RequestedLine } from '../../domain/checkout/replace-lines.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { omitUndefined } from '../../domain/values/present.js';
import { CART, DISCOUNT, FULFILLMENT, LINE_PROPERTIES } from '../capabilities.js';
import type { CheckoutRequest, FulfillmentRequest } from '../checkout/checkout-request.js';
import { chooseInstrument, toStoredInstrument } from './read-payment.js';
import { buyerMembers, cartMembers, type checkoutMembers, ignoreNull, propertiesForm } from './request-forms.js';

/** Maximum number of problems listed in one error. */
const MAX_PROBLEMS = 5;

/** @throws PortalError `invalid_request` */
export function readAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const texts = parsed.error.issues.map((issue) => issueText(issue, body, 'the body'));
  throw new PortalError('invalid_request', [...new Set(texts)].slice(0, MAX_PROBLEMS).join('; '));
}

type Members = z.output<z.ZodObject<typeof checkoutMembers>>;

/** Reads the members that are the same in all versions. */
export function readCheckoutBase(
  members: Members,
  active: ReadonlySet<string>,
): Omit<CheckoutRequest, 'buyer' | 'consent'> {
  const { fulfillment, cart_id } = members;
  const chosen = chooseInstrument(members.payment?.instruments);
  return {
    ...contentOf(members, active),
    cart_id: active.has(CART) ? cart_id : undefined,
    fulfillment: active.has(FULFILLMENT) ? wantedMethod(fulfillment?.methods) : undefined,
    instrument: chosen && toStoredInstrument(chosen),
  };
}

function contentOf(members: z.output<z.ZodObject<typeof cartMembers>>, active: ReadonlySet<string>) {
  const { line_items, context, attribution, discounts } = members;
  const codes = active.has(DISCOUNT) ? (discounts?.codes ?? []) : undefined;
  return { lines: linesOf(line_items, active), otherUnits: [], context, attribution, codes };
}

/**
 * Reads properties only if the portal's extension is active, because another extension may use this member name in any
 * form.
 */
function linesOf(sent: z.output<typeof cartMembers.line_items>, active: ReadonlySet<string>): readonly RequestedLine[] {
  if (!active.has(LINE_PROPERTIES)) return sent.map(({ properties: _properties, ...line }) => line);
  const { line_items } = readAs(propertiesForm, { line_items: sent });
  return sent.map((line, index) => ({ ...line, properties: line_items[index]?.properties ?? [] }));
}

const cartForm = z.object({ ...cartMembers, buyer: ignoreNull(z.object(buyerMembers)) });

/**
 * Reads a request with a cart, whose form is the same in all versions that have carts.
 * @throws PortalError `invalid_request`
 */
export function readCart(body: unknown, active: ReadonlySet<string>): CheckoutRequest {
  const { buyer, ...members } = readAs(cartForm, body);
  return {
    ...contentOf(members, active),
    buyer: buyer && omitUndefined(buyer),
    consent: undefined,
    fulfillment: undefined,
    instrument: undefined,
    cart_id: undefined,
  };
}

type Method = NonNullable<NonNullable<Members['fulfillment']>['methods']>[number];

/**
 * Reads the fulfillment method of physical items; digital items need none.
 * @throws PortalError `invalid_request` for an unknown type, or for several methods, since the shop does not declare
 * support for them
 */
function wantedMethod(methods: readonly Method[] | undefined): FulfillmentRequest | null {
  const [method, ...others] = (methods ?? []).filter(({ type }) => type !== 'digital');
  if (!method) return null;
  if (others.length > 0) throw new PortalError('invalid_request', 'fulfillment.methods: must have one entry');
  const { destinations, selected_destination_id, groups } = method;
  return {
    type: typeOf(method.type),
    destinations: destinations ?? [],
    selected_destination_id,
    selected_option_id: groups?.[0]?.selected_option_id,
  };
}

function typeOf(type: string | undefined): 'shipping' | 'pickup' | undefined {
  if (type === undefined || type === 'shipping' || type === 'pickup') return type;
  throw new PortalError('invalid_request', 'fulfillment.methods[0].type: must be shipping or pickup');
}

/** Returns null if the platform stated no purpose. */
export function toConsent(consent: BuyerConsent): BuyerConsent | null {
  return Object.keys(consent).length > 0 ? consent : null;
}
