import type { Destination } from '../values/address.js';
import type { Expectation } from './order.js';

/** The description of a delivery: the title of the option, the recipient's full name, and instructions. */

/**
 * Describes a delivery, with the recipient's full name and instructions, for which the documented destination has no
 * members (docs/checkout.md, Fulfillment). Adds no words, since the text is shown unchanged in every language.
 */
export function describeDelivery(title: string, destination: Partial<Destination> | undefined): string {
  const { full_name, instructions } = destination ?? {};
  const what = full_name ? `${title}: ${full_name}` : title;
  return instructions ? `${what}. ${instructions}` : what;
}

/** Reduces a description to the option's title. */
export function deliveryTitle({ destination, description }: Pick<Expectation, 'destination' | 'description'>): string {
  const instructions = destination && 'instructions' in destination ? destination.instructions : undefined;
  const told = instructions ? description.slice(0, -`. ${instructions}`.length) : description;
  // Descriptions from earlier versions have the word "to" before the recipient.
  const recipients = destination?.full_name ? [`: ${destination.full_name}`, ` to ${destination.full_name}`] : [];
  return recipients.reduce((text, one) => (text.endsWith(one) ? text.slice(0, -one.length) : text), told);
}
