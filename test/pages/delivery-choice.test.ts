import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { CARD } from '../actors/shopper.js';
import { blocking, EMAIL, ordersOf, readyFor } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

/** The form asks for the contact, then for shipping or pickup and the fields of that choice, then for consents. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const COMPLETION = { expected_total: 1716, payment: { instruments: [CARD] } };
const VISIBLE_FIELDS = '.sections :is(input:not([type=hidden]), select):visible';
const fieldsOf = ({ page }: Person) =>
  page.locator(VISIBLE_FIELDS).evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('name')))]);

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('asks for shipping or pickup first, and then only for the matching fields', async () => {
    const agent = await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url, { javaScriptEnabled });
    const { page } = person;
    expect((await fieldsOf(person)).slice(0, 4)).toEqual(['email', 'method', 'full_name', 'address_country']);
    await page.getByLabel('Pick up').check();
    expect(await fieldsOf(person)).not.toContain('street_address');
    await page.getByLabel('Email').fill(EMAIL.buyer.email);
    if (javaScriptEnabled) await expect.poll(() => person.primary()).toEqual([expect.stringMatching(/^Pay /)]);
    else await person.press('Continue');
    expect(await page.getByLabel('Quillback Mercantile, Portland').isChecked()).toBe(true);
    expect(await person.primary()).toEqual([expect.stringMatching(/^Pay /)]);
    await person.pay(ACCEPTED);
    await expect.poll(() => person.heading()).toMatch(/^Thank you/);
    expect(await ordersOf(agent)).toBe(1);
  });

  test('quotes shipping for the country alone, but charges only with a full address', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url, { javaScriptEnabled });
    const { page } = person;
    expect(await page.getByLabel('Pick up').isChecked()).toBe(true);
    await page.getByLabel('Ship to an address').check();
    if (!javaScriptEnabled) await person.settle(() => page.locator('.primary').click());
    await expect.poll(() => page.getByLabel('Standard shipping').isChecked()).toBe(true);
    expect(await blocking(agent)).toContain('field_required');
    await person.pay(ACCEPTED);
    const listed = await page.locator('#problem a').allInnerTexts();
    expect(listed.map((text) => text.split(':')[0])).toEqual(
      expect.arrayContaining(['Street and house number', 'ZIP code']),
    );
    expect(await ordersOf(agent)).toBe(0);
  });

  test('asks the buyer to accept the terms as the next step, if the shop requires it', async () => {
    const merchant = new Merchant(stage.portal);
    await merchant.changeSettings(() => ({ terms_required: true }));
    onTestFinished(() => merchant.changeSettings(() => ({ terms_required: false })));
    const agent = await readyFor(await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]));
    expect(await agent.refused('complete_checkout', COMPLETION)).toBe('checkout_not_ready');
    const person = await stage.person(agent.continue_url, { javaScriptEnabled });
    const terms = person.page.getByRole('checkbox', { name: /^I agree to these terms: Terms of service/ });
    expect([await person.primary(), await terms.isChecked()]).toEqual([['Continue'], false]);
    await person.settle(() => person.page.locator('.primary').click());
    expect(await person.page.locator('#terms-error').innerText()).toBe('Please agree to the terms to continue.');
    await terms.check();
    if (!javaScriptEnabled) await person.settle(() => person.page.locator('.primary').click());
    await expect.poll(() => person.primary()).toEqual([expect.stringMatching(/^Pay /)]);
    expect([await blocking(agent), await terms.isChecked()]).toEqual([[], true]);
    await terms.uncheck();
    if (!javaScriptEnabled) await person.settle(() => person.page.locator('.primary').click());
    await expect.poll(() => person.primary()).toEqual(['Continue']);
    await terms.check();
    if (!javaScriptEnabled) await person.settle(() => person.page.locator('.primary').click());
    await person.pay(ACCEPTED);
    await expect.poll(() => person.heading()).toMatch(/^Thank you/);
  });
});
