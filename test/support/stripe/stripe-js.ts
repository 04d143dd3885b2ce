import type { Page, Route } from 'playwright-core';
import { FormValues } from './form-values.js';
import { endAction } from './intents.js';
import type { State } from './state.js';

const API = 'https://api.stripe.com/v1/';

/**
 * A script in place of Stripe.js. Its Payment Element is a field for the id of a test payment method; its actions are a
 * dialog with two buttons.
 */
const SCRIPT = `
window.Stripe = (key) => {
  const post = async (path, form) => {
    const body = new URLSearchParams({ ...form, key });
    return (await fetch('${API}' + path, { method: 'POST', body })).json();
  };
  const field = document.createElement('input');
  field.value = 'pm_card_visa';
  const element = {
    mount(target) {
      const label = document.createElement('label');
      label.append('Test payment method', field);
      (typeof target === 'string' ? document.querySelector(target) : target).append(label);
    },
    on(name, listener) { if (name === 'ready') queueMicrotask(listener); },
    unmount: () => field.parentElement?.remove(),
    destroy: () => field.parentElement?.remove(),
  };
  return {
    elements: () => ({ create: () => element, getElement: () => element, submit: async () => ({}), update() {} }),
    createConfirmationToken: async () => ({
      confirmationToken: await post('confirmation_tokens', { payment_method: field.value }),
    }),
    handleNextAction: ({ clientSecret }) => new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3D Secure');
      for (const result of ['Complete', 'Fail']) {
        const button = document.createElement('button');
        button.style.padding = '8px';
        button.textContent = result;
        button.onclick = async () => {
          dialog.remove();
          resolve(await post('actions', { client_secret: clientSecret, result }));
        };
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    }),
  };
};`;

/** Serves the script to a page of the browser, and answers its requests from the state of a stand-in. */
export async function serveStripeJs(page: Page, state: State): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await page.route(`${API}**`, (route) => answer(route, state));
}

function answer(route: Route, state: State): Promise<void> {
  const request = route.request();
  const form = new FormValues(request.postData() ?? '');
  const json = request.url() === `${API}actions` ? act(state, form) : makeToken(state, form);
  return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
}

function makeToken(state: State, form: FormValues): object {
  const id = state.newId('ctoken');
  state.confirmationTokens.set(id, form.text('payment_method') ?? '');
  return { id, object: 'confirmation_token' };
}

function act(state: State, form: FormValues): object {
  const secret = form.text('client_secret');
  const intent = [...state.intents.values()].find((one) => one.client_secret === secret);
  if (!intent) return { error: { code: 'resource_missing' } };
  endAction(state, intent, form.text('result') === 'Complete');
  return intent.last_payment_error ? { error: intent.last_payment_error } : { paymentIntent: intent };
}
