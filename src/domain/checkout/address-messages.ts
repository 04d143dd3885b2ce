import { type MessageText, messageText } from '../errors/message-text.js';
import { findAddressFaults } from '../shop/address-check.js';
import type { PostalAddress } from '../values/address.js';
import type { AddressFault, AddressPart } from '../values/address-rules.js';
import type { Cart } from './checkout.js';
import type { Message, MessageCode } from './message.js';
import type { Pricing } from './pricing.js';
import { destinationRegionProblem, unknownRegion } from './region-messages.js';

const DESTINATION = '$.fulfillment.methods[0].destinations[0]';

/** If shipping is selected, reports why nothing can be delivered to the destination (docs/checkout.md, Addresses). */
export function addressMessages(cart: Cart, pricing: Pricing): Message[] {
  const { destination, buyer } = cart.checkout;
  if (pricing.selected?.method_type !== 'shipping' || !destination) return [];
  const country = destination.address_country;
  const { settings } = cart.shop;
  const isPriced = destinationRegionProblem(cart, pricing);
  const faults = findAddressFaults(settings, destination, country).filter(
    ({ part }) => !isPriced || part !== 'address_region',
  );
  const needsName = settings.address_check !== 'street';
  const nameless = needsName && [destination, buyer].every((person) => !isNamed(person));
  return [
    ...(nameless ? [blocking('field_required', messageText('recipient_needed'), 'name')] : []),
    ...faults.map((fault) => faultMessage(fault, country, destination.address_region)),
  ];
}

function isNamed(person: Pick<PostalAddress, 'full_name' | 'first_name' | 'last_name'> = {}): boolean {
  return [person.full_name, person.first_name, person.last_name].some((name) => (name ?? '').trim() !== '');
}

function faultMessage({ part, fault }: AddressFault, country: string, region = ''): Message {
  switch (fault) {
    case 'missing':
      return blocking('field_required', messageText('address_needed', { field: part }), part);
    case 'unknown_region':
      return blocking('region_unknown', unknownRegion(country, region, messageText('the_destination')), part);
    case 'postal_code_form':
      return blocking('postal_code_invalid', messageText('postal_code_form', { country }), part);
    case 'postal_code_elsewhere':
      return blocking('postal_code_invalid', messageText('postal_code_elsewhere', { region }), part);
  }
}

function blocking(code: MessageCode, text: MessageText, member: AddressPart | 'name'): Message {
  return { type: 'error', code, text, path: `${DESTINATION}.${member}`, severity: 'recoverable' };
}
