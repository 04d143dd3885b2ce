import type { Instrument } from '../../domain/checkout/instrument.js';
import type { Assessment, CheckoutStatus } from '../../domain/checkout/status.js';
import { isoTime } from '../../view/format.js';
import { IDENTITY_LINKING } from '../capabilities.js';
import type { Session } from '../session.js';
import type { CanonicalCheckout, CanonicalHandler, CanonicalMessage } from './canonical-forms.js';
import { challengeMessage, findChallenge } from './challenge.js';
import { toCanonicalContent } from './content.js';
import { toCanonicalFulfillment } from './fulfillment.js';
import { consentMessages, eligibilityMessages, toCanonicalMessages } from './messages.js';

/** Parts of a response that are not derived from the checkout. */
export interface ResponseExtras {
  /** Reason why the call changed nothing, if it failed. */
  readonly refusal?: CanonicalMessage;
  /** Warnings about parts of the request that were ignored. */
  readonly warnings?: readonly CanonicalMessage[];
  /** Instrument sent with the payment attempt. */
  readonly instrument?: Instrument;
}

/** Canonical form of a checkout. `handlers`: those of the shop. */
export function toCanonicalCheckout(
  assessment: Assessment,
  session: Pick<Session, 'site' | 'active' | 'version'>,
  handlers: readonly CanonicalHandler[],
  aside: ResponseExtras = {},
): CanonicalCheckout {
  const { site, active } = session;
  const { cart, pricing } = assessment;
  const { checkout } = cart;
  const challenge = findChallenge(checkout, session);
  const { platform, order_id } = checkout;
  const messages = [
    ...messagesOf(assessment, active).map((message) => (challenge ? challengeMessage(message) : message)),
    ...linkingMessage(assessment, session),
    ...(aside.warnings ?? []),
    ...(aside.refusal ? [aside.refusal] : []),
  ];
  const status = statusOf(assessment, messages);
  const isOver = status === 'completed' || status === 'canceled';
  return {
    ...toCanonicalContent(assessment, { site }),
    status,
    consent: platform?.consent,
    fulfillment: toCanonicalFulfillment(assessment),
    messages,
    challenge,
    instrument: aside.instrument ?? checkout.attempt?.instrument ?? platform?.instrument,
    // A free checkout needs no handler.
    handlers: pricing.total === 0 && pricing.lines.length > 0 ? [] : handlers,
    expires_at: isoTime(checkout.expires_at),
    continue_url: isOver ? undefined : site.links.checkoutUrl(checkout),
    order:
      order_id === undefined
        ? undefined
        : {
            id: order_id,
            permalink_url: site.links.orderUrl({ id: order_id, link: checkout.order_link }, assessment.shop),
          },
  };
}

function messagesOf(assessment: Assessment, active: ReadonlySet<string>): CanonicalMessage[] {
  return [
    ...toCanonicalMessages(assessment, active),
    ...totalMessage(assessment),
    ...eligibilityMessages(assessment),
    ...consentMessages(assessment, active),
  ];
}

/**
 * Reports a total that has changed since the last response to a write, because only the total in that response can be
 * paid.
 */
function totalMessage({ cart, pricing, status }: Assessment): CanonicalMessage[] {
  const answered = cart.checkout.platform?.answered_total;
  const isOpen = status === 'incomplete' || status === 'ready_for_complete' || status === 'requires_escalation';
  if (!isOpen || answered === undefined || answered === pricing.total) return [];
  const content = `The total changed from ${answered} to ${pricing.total} (minor units). Tell the buyer, and update the checkout to accept it.`;
  return [{ type: 'error', code: 'total_changed', content, path: '$.totals', severity: 'recoverable' }];
}

/**
 * Says that a buyer who links their account can have their details filled in (UCP, Optional Authentication). 2026-01-11
 * has no such message.
 */
function linkingMessage(
  { cart, status }: Assessment,
  { active, version }: Pick<Session, 'active' | 'version'>,
): CanonicalMessage[] {
  const { platform, buyer } = cart.checkout;
  const isOpen = status === 'incomplete' || status === 'requires_escalation';
  if (version.isEarly || !isOpen || !active.has(IDENTITY_LINKING)) return [];
  if (platform?.account !== undefined || buyer?.email !== undefined) return [];
  const content = 'A buyer who links their account can share the contact and address saved in it, and set limits.';
  return [{ type: 'info', code: 'identity_optional', content }];
}

/**
 * Status reported to the platform; while the checkout is open or its payment waits for the buyer, it follows from the
 * messages (UCP, Checkout Status).
 */
function statusOf({ status }: Assessment, messages: readonly CanonicalMessage[]): CheckoutStatus {
  if (status === 'completed' || status === 'canceled') return status;
  if (messages.some(({ severity }) => severity?.startsWith('requires_buyer'))) return 'requires_escalation';
  if (status === 'complete_in_progress') return status;
  return messages.some(({ type }) => type === 'error') ? 'incomplete' : 'ready_for_complete';
}
