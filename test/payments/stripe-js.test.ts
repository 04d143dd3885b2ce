import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../pages/browser.js';
import { serveStripeJs } from '../support/stripe/stripe-js.js';
import { StripeScene } from '../support/stripe/stripe-scene.js';

/** Payments with Stripe.js in Chromium, whose script is a stub. */

const SHOP = 'https://shop.example/pay';

/** Permits what docs/payments-stripe.md lists, and the script of the page itself. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' https://js.stripe.com; connect-src https://api.stripe.com";

const PAGE = `<!doctype html><meta http-equiv="content-security-policy" content="${POLICY}">
<title>Pay</title><main id="payment"></main><output></output>
<script src="https://js.stripe.com/clover/stripe.js"></script>
<script>
  const stripe = Stripe('pk_test_standin0001');
  const elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd' });
  elements.create('payment').mount('#payment');
  const show = (text) => { document.querySelector('output').textContent = text; };
  const makeToken = async () => {
    await elements.submit();
    return (await stripe.createConfirmationToken({ elements })).confirmationToken.id;
  };
  const act = (clientSecret) => stripe.handleNextAction({ clientSecret })
    .then(({ error, paymentIntent }) => show(error ? error.code : paymentIntent.status));
</script>`;

/** Enters a payment method on the page, and pays with it. */
async function pay(method: string) {
  const scene = await StripeScene.start();
  const context = await (await openBrowser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await serveStripeJs(page, scene.standIn.state);
  await page.route(SHOP, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto(SHOP);
  await page.getByLabel('Test payment method').fill(method);
  const outcome = await scene.authorize(await page.evaluate<string>('makeToken()'));
  return { scene, page, outcome };
}

it('pays with the Payment Element', async () => {
  const { outcome } = await pay('pm_card_visa');
  expect(outcome).toMatchObject({ state: 'authorized', payment_status: 'paid' });
});

it.each([
  ['Complete', 'succeeded', 'authorized'],
  ['Fail', 'payment_intent_authentication_failure', 'declined'],
])('authenticates on the page: %s', async (button, shown, state) => {
  const { scene, page, outcome } = await pay('pm_card_authenticationRequired');
  if (outcome.state !== 'action_required' || outcome.action.type !== 'client') throw new Error('there is no action');
  await page.evaluate(`void act(${JSON.stringify(outcome.action.data.client_secret)})`);
  await page.getByRole('button', { name: button }).click();
  await page.getByText(shown).waitFor();
  expect(await scene.status()).toMatchObject({ state });
});
