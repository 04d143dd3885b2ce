import type { Stripe } from 'stripe';
import type { AccountTest, HandlerContext } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { isLiveKey } from './settings.js';

/** One dollar, which accounts of all countries can charge. */
const TEST_AMOUNT: Pick<Stripe.PaymentIntentCreateParams, 'amount' | 'currency'> = { amount: 100, currency: 'usd' };

/** Stripe's card that always pays, with test keys. */
const TEST_CARD = 'pm_card_visa';
/** The same card as a token, such as wallets make. */
const TEST_TOKEN = 'tok_visa';

/**
 * Tests an account without moving money: with test keys by a charge and its refund, with live keys by a PaymentIntent that
 * is canceled unconfirmed. Both also read disputes and Checkout sessions, so that a restricted key shows what it lacks.
 */
export async function testAccount(account: StripeAccount, { shop }: HandlerContext): Promise<AccountTest> {
  const { secret_key, publishable_key } = account.settings;
  const live = isLiveKey(secret_key);
  if (live !== isLiveKey(publishable_key))
    return { state: 'unusable', reason: 'one of the keys is a test key and the other a live key' };
  try {
    await (live ? makeAndCancel(account.client, shop.id) : chargeAndRefund(account.client, shop.id));
    if (account.settings.multicapture === 'on' && !(await hasMulticapture(account)))
      return { state: 'unusable', reason: 'Stripe has not enabled multicapture for the account' };
    if (account.settings.google_pay_merchant_id) await useWalletToken(account.client);
    await account.client.disputes.list({ limit: 1 });
    await account.client.checkout.sessions.list({ limit: 1 });
  } catch (error) {
    return { state: 'unusable', reason: problemOf(account, error) };
  }
  return { state: 'usable', account: await nameOf(account.client), live };
}

async function chargeAndRefund({ paymentIntents, refunds }: Stripe, shopId: string): Promise<void> {
  const { id } = await paymentIntents.create({
    ...TEST_AMOUNT,
    metadata: { account_test_of: shopId },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method: TEST_CARD,
    confirm: true,
  });
  await refunds.create({ payment_intent: id });
}

async function makeAndCancel({ paymentIntents }: Stripe, shopId: string): Promise<void> {
  const { id } = await paymentIntents.create({ ...TEST_AMOUNT, metadata: { account_test_of: shopId } });
  await paymentIntents.cancel(id);
}

/** Stripe refuses each payment that asks for multicapture if the account does not have it. */
async function hasMulticapture({ client }: StripeAccount): Promise<boolean> {
  const card = { request_multicapture: 'if_available' as const };
  const params = { ...TEST_AMOUNT, capture_method: 'manual', payment_method_options: { card } } as const;
  try {
    const { id } = await client.paymentIntents.create(params);
    await client.paymentIntents.cancel(id);
    return true;
  } catch (error) {
    if (error instanceof client.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}

/** Only the permission is tested: with live keys, Stripe refuses the test token after it has checked the key. */
async function useWalletToken({ paymentMethods, errors }: Stripe): Promise<void> {
  try {
    await paymentMethods.create({ type: 'card', card: { token: TEST_TOKEN } });
  } catch (error) {
    if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
  }
}

/** The account's name is a help, for which a restricted key needs no permission. */
async function nameOf({ accounts }: Stripe): Promise<string> {
  try {
    const { id, settings } = await accounts.retrieveCurrent();
    const name = settings?.dashboard.display_name;
    return name ? `${name} (${id})` : id;
  } catch {
    return 'a Stripe account';
  }
}

function problemOf({ client: { errors } }: StripeAccount, error: unknown): string {
  if (error instanceof errors.StripeAuthenticationError) return 'Stripe does not know the secret key';
  if (error instanceof errors.StripePermissionError) {
    const permission = /'(rak_\w+)'/.exec(error.message)?.[1];
    return `the restricted key lacks ${permission ? `the permission ${permission}` : 'a permission'}`;
  }
  if (error instanceof errors.StripeConnectionError) return 'Stripe cannot be reached from this portal';
  const code = error instanceof errors.StripeError ? error.code : undefined;
  return `Stripe refused a test payment${code && /^\w+$/.test(code) ? ` (${code})` : ''}`;
}
