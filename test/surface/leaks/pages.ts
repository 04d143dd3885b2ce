import { expect } from 'vitest';
import { totalOf } from '../../actors/shopper.js';
import { HANDLER_ID, type MarkedCard } from './marked-card.js';
import { emailOf, marked, marker, placeOf } from './markers.js';
import type { Speaker, Witness } from './speakers.js';

/** Submits every form of the buyer's page with every field set; some are accepted, some rejected. */

type Fields = Readonly<Record<string, string>>;

const BUYER = { email: emailOf('page.buyer'), ...marked('page.buyer', ['full_name']) };
const TOKEN = `${HANDLER_ID}.token`;
const DESTINATION = {
  ...marked('page.destination', ['full_name', 'instructions']),
  ...placeOf('page.destination'),
  address_country: 'US',
};

export async function buyOnPage(witness: Witness, agent: Speaker, card: MarkedCard): Promise<void> {
  const { id: checkout_id, continue_url } = (await agent.call('get_cart', {})).data;
  const line_items = [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }];
  await agent.call('add_line_items', { checkout_id, line_items });
  const read = async () => (await agent.call('get_checkout', { checkout_id })).data;
  const send = (action: string, fields: Fields) => submit(witness, continue_url, action, fields);
  const pay = async () => ({ ...expected(await read()), handler_id: HANDLER_ID, [TOKEN]: marker('page.token') });
  await witness.fetch(`${continue_url}?problem=${marker('page.problem')}`);
  expect(await send('confirm-age', { years: '21' })).toBe('');
  for (const fields of [BUYER, DESTINATION]) {
    for (const wrong of wrongFields(fields)) expect(await send('save', wrong)).toBe('422');
    expect(await send('save', fields)).toBe('');
  }
  expect(await send('save', { selected_option_id: marker('option tried') })).toBe('422');
  expect(await send('save', { selected_option_id: 'standard' })).toBe('');
  expect(await send('approve', { expected_total: '1' })).toBe('total_changed');
  expect(await send('approve', expected(await read()))).toBe('');
  for (const wrong of wrongFields(await pay())) expect(await send('pay', wrong)).not.toBe('');
  card.refusal = 'the card has expired';
  expect(await send('pay', await pay())).toBe('payment_instrument_invalid');
  card.refusal = undefined;
  card.next = { state: 'declined', reason: 'the bank refused it' };
  expect(await send('pay', await pay())).toBe('payment_failed');
  expect(await send('pay', await pay())).toBe('');
  await witness.fetch(continue_url);
  const { order } = await read();
  await witness.fetch(order.permalink_url);
}

const expected = (checkout: Parameters<typeof totalOf>[0]) => ({ expected_total: String(totalOf(checkout)) });

/** Returns variants in which one field is too long or has an invalid character. */
function wrongFields(fields: Fields): Fields[] {
  const wrong = (value: string) => [`${value}${'x'.repeat(3000)}`, `${value}\u0000`];
  return Object.entries(fields).flatMap(([name, value]) => wrong(value).map((one) => ({ ...fields, [name]: one })));
}

/** Submits a form with the current version. Returns '' for success, the error code, or 422 for invalid entries. */
async function submit(witness: Witness, page: string, action: string, fields: Fields): Promise<string> {
  const text = await (await witness.fetch(page)).text();
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, version });
  const response = await witness.fetch(`${page}/${action}`, { method: 'POST', body });
  if (response.status !== 303) return String(response.status);
  const to = new URL(response.headers.get('location') ?? '', response.url);
  if (to.searchParams.has('rejected')) {
    const cookie = response.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
    const shown = await witness.fetch(to.href, { headers: { cookie: cookie.join('; ') } });
    if (shown.status !== 200) return String(shown.status);
    return /data-code="(\w+)"/.exec(await shown.text())?.[1] ?? '422';
  }
  witness.succeeded.add(`page ${action}`);
  return '';
}

/** Submits the buyer and the destination, regardless of the outcome. Returns the results of `submit`. */
export async function tryForms(witness: Witness, page: string): Promise<string[]> {
  const results: string[] = [];
  for (const fields of [BUYER, DESTINATION]) results.push(await submit(witness, page, 'save', fields));
  return results;
}
