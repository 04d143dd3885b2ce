import type { Checkout } from '../../domain/checkout/checkout.js';
import { currentAction } from '../../domain/checkout/current-action.js';
import { PAYMENT_AUTHENTICATION } from '../capabilities.js';
import type { Session } from '../session.js';
import type { CanonicalChallenge, CanonicalMessage } from './canonical-forms.js';

export const THREE_DS_CHALLENGE = 'dev.ucp.payment.three_ds_challenge';

/**
 * Returns the work of the buyer that the platform can show itself (UCP, Payment Authentication). Without it, such as for a
 * payment without an instrument, the buyer opens `continue_url`.
 */
export function findChallenge(
  checkout: Checkout,
  { site, active, version }: Pick<Session, 'site' | 'active' | 'version'>,
): CanonicalChallenge | undefined {
  const { attempt, state } = checkout;
  if (!active.has(PAYMENT_AUTHENTICATION) || state !== 'paying' || !attempt?.instrument) return undefined;
  const action = currentAction(attempt);
  const url = `${site.links.checkoutUrl(checkout)}/challenge/${version.date}/${action?.id}`;
  return action && { id: action.id, payment_instrument_id: attempt.instrument.id, url };
}

/** A message about a challenge names it, and requires nothing else of the buyer. */
export function challengeMessage(message: CanonicalMessage): CanonicalMessage {
  const { code, content } = message;
  if (code !== 'payment_action_required') return message;
  return { type: 'info', code, content, path: `$.actions['${THREE_DS_CHALLENGE}'][0]` };
}
