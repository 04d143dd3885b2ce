import { busy } from '../sending.js';
import { lookNow } from '../waiting.js';
import { type Client, openStripe, readTexts } from './client.js';

/**
 * Performs the action that the payment waits for, such as 3-D Secure, at once and again when the button is pressed. The
 * portal, not this page, learns the outcome from Stripe.
 */
export function performNextAction(client: Client): void {
  const button = client.part.querySelector('button');
  const stripe = openStripe(client);
  const { client_secret: clientSecret = '' } = readTexts(client.part.dataset.action);
  if (!button || !stripe) return;
  const perform = async () => {
    busy(button, true);
    await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
    await lookNow();
    busy(button, false);
  };
  button.hidden = false;
  button.addEventListener('click', () => button.ariaBusy !== 'true' && void perform());
  void perform();
}
