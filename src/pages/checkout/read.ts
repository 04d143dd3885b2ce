import type { AnyAnswer } from '../../calls/answer.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import type { Destination } from '../../domain/values/address.js';
import { getCheckout } from '../../operations/checkout/get-checkout.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { checkoutOf } from '../answered.js';
import type { LinkCaller } from '../link-call.js';

/** A checkout as the page shows it. */
export interface Read {
  readonly checkout: CheckoutF;
  readonly version: number;
  /** Includes the name and the delivery instructions, which responses do not contain. */
  readonly destination: Destination | undefined;
  /** The attempt of a payment in progress. */
  readonly attempt?: Attempt | undefined;
}

export async function readCheckout(link: LinkCaller): Promise<Read> {
  const [answer, destination] = await Promise.all([
    link.call(getCheckout, { checkout_id: link.id }),
    link.destination(),
  ]);
  const read = { ...readAnswer(answer), destination };
  return read.checkout.status === 'complete_in_progress' ? { ...read, attempt: await link.attempt() } : read;
}

export function readAnswer(answer: AnyAnswer): Pick<Read, 'checkout' | 'version'> {
  return { checkout: checkoutOf(answer), version: answer.version ?? 0 };
}
