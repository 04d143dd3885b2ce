import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { replaceWrite } from '../../src/ports.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { delegateTo } from '../actors/delegator.js';
import { shopper } from '../actors/shopper.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';
import { readyFor } from './agent.js';
import { ACCEPTED } from './person.js';
import { openStage, type Stage } from './stage.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = stillClock();
let stage: Stage;
let path: string;
let signer: Awaited<ReturnType<typeof newSignerOf>>;
beforeAll(async () => {
  stage = await openStage({ clock, env: { PORTAL_PUBLIC_LOGS: '1' } });
  const { organization_id } = stage.portal.demo;
  path = `/logs/${organization_id}`;
  await stage.portal.app.store.update((rows) => {
    const before = required(rows.get('organization', organization_id), 'organization');
    return { writes: [replaceWrite('organization', before, { ...before, public_log: true })], result: undefined };
  });
  signer = await newSignerOf(demoAttester(stage.portal));
});
afterAll(() => stage.close());

const addReceipt = (more: Readonly<Record<string, unknown>> = {}, beside = {}) =>
  submitted(demoAttester(stage.portal), signer, clock.now(), more, beside);
/** Signs the log as it is now, as the timer does after an hour. */
async function publish(): Promise<void> {
  clock.advance(60 * 60 * 1000);
  await stage.portal.app.portal.checkpoints.round();
}

describe('the page of public logs', () => {
  test('shows size, growth, checkpoint and witnesses in every language, without scripts', async () => {
    await addReceipt();
    clock.advance(8 * DAY_MS);
    await addReceipt();
    await publish();
    const { json } = await stage.portal.request('GET', path, { key: null });
    for (const [language, { log }] of Object.entries(LANGUAGES)) {
      const person = await stage.person(`${stage.portal.url}${path}`, { javaScriptEnabled: false, locale: language });
      const text = await person.text();
      for (const part of [log.title, log.name(1), log.no_witness, log.growth, json.data.logs[0].origin])
        expect([language, text]).toEqual([language, expect.stringContaining(part)]);
      expect(await person.page.locator('[data-seen-log] p:visible').count()).toBe(0);
      await person.look();
    }
  });

  test('compares the log with the last visit of this browser', async () => {
    await publish();
    const { page, look } = await stage.person(`${stage.portal.url}${path}`);
    const outcome = () => page.locator('[data-seen-log] p:visible').innerText();
    expect(await outcome()).toMatch(/^This browser sees this log for the first time, .* \d entries/);
    await page.reload();
    expect(await outcome()).toMatch(/^Nothing was added since .* on \w+ \d+, \d{4}/);
    await addReceipt();
    await publish();
    await page.reload();
    expect(await outcome()).toMatch(/Added since: 1\.$/);
    const remember = (change: string) =>
      page.evaluate(`{ const [key, text] = Object.entries(localStorage)[0]; const seen = JSON.parse(text);
        ${change}; localStorage.setItem(key, JSON.stringify(seen)); }`);
    await remember('seen.root = "other"');
    await page.reload();
    expect(await outcome()).toMatch(/^Warning: .* other entries in a log of the same size/);
    await remember('seen.size += 5');
    await page.reload();
    await page.reload();
    expect(await outcome()).toMatch(/^Warning: .* more than there are now/);
    await look();
  });

  test('is sent to browsers only, and not for a log that is not public', async () => {
    const get = (accept: string, at = path) => stage.portal.request('GET', at, { key: null, headers: { accept } });
    const page = await get('text/html,*/*;q=0.8');
    expect(page.text).toMatch(/^<!doctype html>/);
    expect(page.headers.get('vary')).toMatch(/Accept.*Accept-Language/);
    for (const accept of ['*/*', 'application/json']) expect((await get(accept)).json.data.logs).toHaveLength(1);
    expect(await get('text/html', '/logs/org_none')).toMatchObject({ status: 404 });
  });

  test('is linked from orders with receipts, beside /verify', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.pay(ACCEPTED);
    await person.follow('See and print your order');
    expect(await person.page.getByRole('link', { name: 'Public log' }).count()).toBe(0);
    const { key } = await anotherKey(stage.portal, 'deployment', { scopes: ['commerce'] });
    const { order } = await agent.cart('get_checkout');
    const { data } = await shopper(stage.portal, { key }).ok('get_receipt_context', { order_id: order.id });
    await addReceipt({ context_hash: data.context_hash });
    await person.page.reload();
    expect(await person.page.getByRole('link', { name: 'Verify a receipt' }).getAttribute('href')).toBe('../verify');
    await person.look();
    expect(await person.page.getByText('The latest was signed with a permission').count()).toBe(0);
    const delegation = await delegateTo(stage.portal, signer);
    clock.advance(1_000);
    await addReceipt({ context_hash: data.context_hash }, { delegation });
    await person.page.reload();
    const until = 'The latest was signed with a permission valid until Jan 1, 2099, 4:00 AM';
    expect(await person.page.getByText(until).count()).toBe(1);
    await person.follow('Public log');
    expect(await person.heading()).toBe('Public log of receipts');
  });
});
