import type { Cart, Checkout } from '../../domain/checkout/checkout.js';
import { type BuyerContext, MAX_CLAIMS, type PlatformPart } from '../../domain/checkout/platform-part.js';
import type { Replacement, RequestedFulfillment } from '../../domain/checkout/replace.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Destination, PostalAddress } from '../../domain/values/address.js';
import { omitUndefined } from '../../domain/values/present.js';
import { buyerKey } from '../../operations/checkout/replace-buyer.js';
import type { CheckoutRequest, DestinationRequest, FulfillmentRequest } from './checkout-request.js';
import { DESTINATION_ID } from './fulfillment.js';

const METHOD = 'fulfillment.methods[0]';

type Filled = Pick<Cart, 'checkout' | 'shop'>;

/**
 * Converts a platform's request to the domain's replacement of a cart's content.
 * @throws PortalError `quantity_unit_mismatch`, `fulfillment_address_required`, `fulfillment_destination_required`,
 * `fulfillment_option_unknown`
 */
export function buildReplacement(cart: Filled, wanted: CheckoutRequest, secret: Buffer): Replacement {
  const { checkout } = cart;
  const { lines, buyer, codes, instrument, fulfillment } = wanted;
  assertPieces(wanted);
  const chosen = fulfillment && chosenFulfillment(cart, fulfillment);
  return {
    lines,
    buyer: buyer ?? null,
    buyer_key: buyer?.email === undefined ? null : buyerKey(secret, checkout.shop_id, buyer.email),
    billing_address: instrument?.billing_address ?? null,
    ...(codes && { codes }),
    ...(fulfillment !== undefined && { fulfillment: chosen?.content ?? null }),
    platform: platformOf(checkout, wanted, chosen),
  };
}

/**
 * Rejects quantities in other units, since everything is sold by the piece (UCP, Requesting a quantity).
 * @throws PortalError `quantity_unit_mismatch`
 */
function assertPieces({ otherUnits: [index] }: Pick<CheckoutRequest, 'otherUnits'>): void {
  if (index === undefined) return;
  const detail = `line_items[${index}].item.quantity_unit: the item is sold by the piece (C62, scale 0)`;
  throw new PortalError('quantity_unit_mismatch', detail);
}

interface Chosen {
  readonly content: RequestedFulfillment;
  readonly method: 'shipping' | 'pickup' | undefined;
  readonly destination_id: string | undefined;
}

function platformOf({ platform }: Checkout, wanted: CheckoutRequest, chosen: Chosen | null | undefined): PlatformPart {
  const { profile, proven, account, cart_id, method, destination_id, consent } = platform ?? {
    profile: '',
    proven: false,
  };
  const { attribution, instrument } = wanted;
  const place =
    chosen === undefined
      ? { method, destination_id }
      : { method: chosen?.method, destination_id: chosen?.destination_id };
  return {
    profile,
    proven,
    ...omitUndefined({
      ...place,
      account,
      cart_id,
      consent: wanted.consent === undefined ? consent : (wanted.consent ?? undefined),
      context: contextOf(platform?.context, wanted),
      attribution,
      instrument,
    }),
  };
}

/**
 * Returns the context with the claims sent, followed by the stored claims that the platform's version cannot express.
 */
function contextOf(
  before: BuyerContext | undefined,
  { context, claimNames }: CheckoutRequest,
): BuyerContext | undefined {
  const unseen = claimNames ? (before?.eligibility ?? []).filter((claim) => !claimNames.test(claim)) : [];
  if (unseen.length === 0) return context;
  return { ...context, eligibility: [...(context?.eligibility ?? []), ...unseen].slice(0, MAX_CLAIMS) };
}

function chosenFulfillment(cart: Filled, wanted: FulfillmentRequest): Chosen {
  const method = wanted.type ?? cart.checkout.platform?.method;
  return method === 'pickup' ? chosenPlace(cart.checkout, wanted) : chosenAddress(cart, wanted, method);
}

/**
 * For pickup, location and option have the same id. If the platform sends different ids, the new one is used, because
 * the other was only sent back unchanged. Two different new ids are rejected.
 */
function chosenPlace({ selected_option_id }: Checkout, wanted: FulfillmentRequest): Chosen {
  const { selected_destination_id: place, selected_option_id: option } = wanted;
  const isNew = (id: string | undefined) => id !== undefined && id !== selected_option_id;
  if (place !== undefined && option !== undefined && place !== option && isNew(place) && isNew(option)) {
    const detail = `${METHOD}.selected_destination_id: must be the place of the selected option`;
    throw new PortalError('fulfillment_option_unknown', detail);
  }
  const meant = isNew(place) ? place : (option ?? place);
  return { content: omitUndefined({ option_id: meant }), method: 'pickup', destination_id: undefined };
}

function chosenAddress(cart: Filled, wanted: FulfillmentRequest, method: 'shipping' | undefined): Chosen {
  const { id, address } = selectedDestination(cart.checkout, wanted) ?? {};
  return {
    content: omitUndefined({
      destination: address && withCountry(address, wanted),
      option_id: deliveryOption(cart, wanted),
    }),
    method,
    destination_id: id,
  };
}

/** Ignores the selected pickup location if it is sent back unchanged although the method is no longer pickup. */
function deliveryOption(
  { checkout, shop }: Filled,
  { selected_option_id: option }: FulfillmentRequest,
): string | undefined {
  if (!shop.settings.pickup.some(({ id }) => id === option)) return option;
  if (option === checkout.selected_option_id) return undefined;
  const detail = `${METHOD}.groups[0].selected_option_id: must not be a place if the method is shipping`;
  throw new PortalError('fulfillment_option_unknown', detail);
}

/** Returns the one destination to store: the selected one or, without a selection, the first (docs/ucp.md). */
function selectedDestination(
  { destination, platform }: Checkout,
  { destinations, selected_destination_id: selected }: FulfillmentRequest,
): DestinationRequest | undefined {
  if (selected === undefined) return destinations[0];
  const sent = destinations.find(({ id }) => id === selected);
  if (sent) return sent;
  const [only, ...others] = destinations;
  const stored = platform?.destination_id ?? DESTINATION_ID;
  if (selected === stored && only && others.length === 0 && only.id === undefined) return { ...only, id: selected };
  if (selected === stored && destination && destinations.length === 0) return { id: selected, address: destination };
  const detail = `${METHOD}.selected_destination_id: must be one of the destinations`;
  throw new PortalError('fulfillment_destination_required', detail);
}

function withCountry(address: PostalAddress, { destinations }: FulfillmentRequest): Destination {
  const { address_country, ...rest } = address;
  if (address_country !== undefined) return { ...rest, address_country };
  const index = Math.max(
    0,
    destinations.findIndex((one) => one.address === address),
  );
  const detail = `${METHOD}.destinations[${index}].address_country: is required`;
  throw new PortalError('fulfillment_address_required', detail);
}
