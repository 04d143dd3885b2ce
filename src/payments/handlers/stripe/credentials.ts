import { z } from 'zod';
import type { Credential } from '../../../ports.js';

/** The method of payment to charge, as Stripe knows it. */
export type PaymentSource =
  /** Made by Stripe.js on the payment page, also for wallets; the page can perform Stripe.js actions. */
  | { readonly type: 'confirmation_token'; readonly id: string }
  | { readonly type: 'payment_method'; readonly id: string }
  /** A card that a wallet such as Google Pay has tokenized for Stripe. */
  | { readonly type: 'card_token'; readonly id: string }
  /** A Shared Payment Token, which an agent was granted for this purchase. */
  | { readonly type: 'shared_payment_token'; readonly id: string };

const PREFIXES: Readonly<Record<string, PaymentSource['type']>> = {
  ctoken: 'confirmation_token',
  pm: 'payment_method',
  tok: 'card_token',
  spt: 'shared_payment_token',
};

/** The token of Google Pay for the gateway `stripe` is JSON text. */
const googlePayToken = z.object({ id: z.string() });

/** Returns the source that a credential names; `undefined` if Stripe cannot use the credential. */
export function paymentSource({ type, token = '' }: Credential): PaymentSource | undefined {
  const id = type === 'PAYMENT_GATEWAY' ? idInGooglePayToken(token) : token;
  const prefix = /^([a-z]+)_\w+$/.exec(id)?.[1] ?? '';
  const source = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (!source || !['token', 'spt', 'PAYMENT_GATEWAY'].includes(type)) return undefined;
  return { type: source, id };
}

function idInGooglePayToken(token: string): string {
  try {
    return googlePayToken.parse(JSON.parse(token)).id;
  } catch {
    return token;
  }
}

/** Says in one sentence what to send instead of a credential that Stripe cannot use. */
export function refuseCredential(credential: Credential | undefined): string | undefined {
  // Without a credential the buyer pays on a page of Stripe.
  if (!credential || paymentSource(credential)) return undefined;
  return (
    'send { "type": "token", "token": a Shared Payment Token (spt_…) or a payment method (pm_…) of Stripe }, ' +
    '{ "type": "PAYMENT_GATEWAY", "token": the token of Google Pay }, or no credential, to pay on a page of Stripe'
  );
}
