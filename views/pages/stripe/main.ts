import { findClient } from './client.js';
import { performNextAction } from './next-action.js';
import { showPaymentElement } from './payment-element.js';

/** Payment with Stripe on the buyer's page. Loaded only by pages of shops that use Stripe. */

const form = document.querySelector<HTMLFormElement>('form.checkout');
const act = () => {
  const client = findClient(document);
  if (client) performNextAction(client);
};
if (form) showPaymentElement(form);
else act();
document.addEventListener('challenge', act);
