import { mapInSlices } from '../../calls/slices.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { toUnstoredCheckout } from '../../domain/checkout/platform-cart.js';
import { hideFromBuyer } from '../../domain/order/for-buyer.js';
import type { Order } from '../../domain/order/order.js';
import type { Person } from '../../domain/person/person.js';
import { type Profile, profileKey } from '../../domain/person/profile.js';
import type { Destination } from '../../domain/values/address.js';
import type { Slicing } from '../../json/sliced-json.js';
import type { StoreReader } from '../../ports.js';
import type { PersonalData } from '../../schema/privacy.js';
import type { ViewSettings } from '../../view/checkout-view.js';
import { isoTime } from '../../view/format.js';
import { addressView } from '../../view/fulfillment-view.js';
import { orderView } from '../../view/order-view.js';
import { rowsOfPerson } from './person-rows.js';

/** Settings of the rendering, which depend on who reads the data. */
interface PersonView extends ViewSettings {
  /** True for the buyer, from whom notes and references are hidden, since they may name others. */
  readonly isForBuyer?: true;
}

/** Collects all data of a person in an organization's carts and orders. The result may be large. */
export async function collectPersonalData(
  store: Pick<StoreReader, 'list' | 'read'>,
  view: PersonView,
  organizationId: string,
  person: Pick<Person, 'id' | 'email'>,
  slices: Slicing,
): Promise<PersonalData> {
  const { orders, checkouts, platformCarts } = await rowsOfPerson(store, organizationId, person);
  const profile = await store.read((rows) => rows.get('profile', profileKey(organizationId, person.email)));
  const scopes = new Set(['orders:read'] as const);
  const seen = (order: Order) => (view.isForBuyer ? hideFromBuyer(order) : order);
  return {
    profiles: profile ? [profileData(profile)] : [],
    orders: await mapInSlices(orders, slices, ({ shop, row }) => orderView(seen(row), shop, scopes, view)),
    carts: [
      ...(await mapInSlices(checkouts, slices, cartData)),
      ...(await mapInSlices(platformCarts, slices, (cart) => cartData(toUnstoredCheckout(cart)))),
    ],
  };
}

/** Returns an address with the recipient's name, which `addressView` leaves out. */
function recipientView(destination: Destination) {
  const { full_name } = destination;
  return { ...addressView(destination), ...(full_name !== undefined && { full_name }) };
}

function profileData({ full_name, phone_number, address }: Profile): PersonalData['profiles'][number] {
  return {
    ...(full_name !== undefined && { full_name }),
    ...(phone_number !== undefined && { phone_number }),
    ...(address && { address: recipientView(address) }),
  };
}

function cartData(checkout: Checkout): PersonalData['carts'][number] {
  const { id, state, created_at, buyer_id, buyer, billing_address, destination, lines } = checkout;
  return {
    id,
    state,
    created_at: isoTime(created_at),
    buyer_id,
    ...(buyer && { buyer }),
    ...(billing_address && { billing_address }),
    ...(destination && { destination: recipientView(destination) }),
    ...(destination?.instructions !== undefined && { instructions: destination.instructions }),
    line_items: lines.map(({ item_id, quantity, properties }) => ({ item_id, quantity, properties: [...properties] })),
  };
}
