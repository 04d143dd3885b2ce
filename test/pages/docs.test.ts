import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { volume } from '../support/volume.js';
import type { Person } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let url: string;
beforeAll(async () => {
  stage = await openStage({ showsDemoKeys: true });
  url = stage.portal.url;
});
afterAll(() => stage.close());

const reader = (path: string, options?: BrowserContextOptions): Promise<Person> =>
  stage.person(`${url}${path}`, options);

const NAMES = OPERATIONS.map(({ name }) => name);
/** A sample of the pages; at full volume every page. */
const FIT = volume(
  ['/docs', '/docs/get_item'],
  ['/', '/docs', '/docs/errors', '/docs/mcp', '/docs/demo', ...NAMES.map((name) => `/docs/${name}`)],
);

test.each(FIT)('passes the accessibility checks: %s', async (path) => {
  const person = await reader(path);
  await person.look();
});

/** Records the elements that receive the focus, so that the test need not query the page after each key. */
const NOTE_FOCUS = `focused = [], addEventListener('focusin', ({ target }) => {
  const entry = target.closest('.entry');
  if (entry) focused.push(entry.pathname);
}), undefined`;

test('reaches each operation by keyboard, on a phone and on a desktop', async () => {
  for (const width of volume([390], [390, 1280])) {
    const { page } = await reader('/docs', { viewport: { width, height: 800 } });
    await page.evaluate(NOTE_FOCUS);
    const reached = new Set<string>();
    for (let presses = 1; presses <= 3 * NAMES.length && reached.size < NAMES.length; presses += 1) {
      await page.keyboard.press('Tab');
      if (presses % 20 === 0) for (const path of await page.evaluate<string[]>('focused')) reached.add(path);
    }
    expect([...reached].toSorted()).toEqual(NAMES.map((name) => `/docs/${name}`).toSorted());
  }
});

describe('the search', () => {
  test('finds and counts the operations whose pages contain all words, and treats the query as text', async () => {
    const { page } = await reader('/docs');
    const shown = async () => page.locator('.entry:visible code').allInnerTexts();
    const search = page.getByLabel('Search');
    await search.fill('ORDER paid');
    expect(await shown()).toContain('mark_order_paid');
    expect(await shown()).not.toContain('get_item');
    await search.fill('out_of_stock');
    expect(await shown()).toContain('complete_checkout');
    await search.fill('nothing has these words');
    expect([await shown(), await page.getByText('0 operations', { exact: true }).count()]).toEqual([[], 1]);
    await search.fill('release_order');
    await search.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/release_order');
    await page.goto(`${url}/docs?q=revoke_key`);
    expect(await shown()).toEqual(['list_keys', 'revoke_key']);
    const markup = '"><img src=x onerror=document.title=1><script>document.title=2</script>';
    await page.goto(`${url}/docs?q=${encodeURIComponent(markup)}`);
    expect([await search.inputValue(), await page.locator('img').count()]).toEqual([markup, 0]);
    expect(await page.title()).toContain('API');
  });
});

describe('the form to try an operation', () => {
  test("fills in the demo's key, and reuses values of the response", async () => {
    const { page, press } = await tried('/docs/get_cart');
    expect(await page.getByLabel('API key').inputValue()).toBe(stage.portal.demo.deployment_key);
    const cart = await press('200');
    await page.goto(`${url}/docs/add_line_items`);
    expect(await page.getByLabel('id required').inputValue()).toBe(cart.data.id);
    expect((await press('200')).data.line_items).toHaveLength(1);
    await page.goto(`${url}/docs/list_shops`);
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe(stage.portal.demo.organization_key);
    expect((await press('200')).data).toHaveLength(1);
    await page.goto(`${url}/docs/create_key`);
    await page.getByText('No key of the demo has it.').waitFor();
  });

  test('fills in a new idempotency key for a call that needs one', async () => {
    const { press } = await tried('/docs/buy');
    expect((await press('200')).data.status).toBe('completed');
  });

  test('shows an error as text, and does not keep a rejected key', async () => {
    const { page, press } = await tried('/docs/search_catalog');
    await page.getByLabel('cursor').fill('<img src=x onerror=alert(1)>');
    expect(await press('400')).toMatchObject({ error: 'invalid_cursor' });
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByLabel('API key').fill('dk_wrong');
    expect(await press('401')).toMatchObject({ error: 'unauthorized' });
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('API key').inputValue()).toBe(stage.portal.demo.deployment_key);
  });

  async function tried(path: string) {
    const { page } = await reader(stage.portal.demoPath ?? '');
    await page.goto(`${url}${path}`);
    await page.waitForLoadState('networkidle');
    const press = async (status: string) => {
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.locator('[data-answer] p', { hasText: new RegExp(`^${status}\\b`) }).waitFor();
      return JSON.parse(await page.getByRole('region', { name: 'Answer', exact: true }).innerText());
    };
    return { page, press };
  }
});

test('hands a demo cart over to a buyer', async () => {
  const person = await reader(stage.portal.demoPath ?? '');
  const { page } = person;
  await person.look();
  await page.getByRole('button', { name: 'Fill a cart and open its checkout' }).click();
  await page.waitForURL('**/checkout/*');
  expect(await page.getByRole('main').innerText()).toContain('Enamel camp mug');
});

test('shows everything without scripts, and hides controls that need them', async () => {
  const { page } = await reader('/docs', { javaScriptEnabled: false });
  expect(await page.locator('.entry:visible').count()).toBe(NAMES.length);
  expect(await page.getByLabel('Search').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Add line items add_line_items' }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Add line items');
  expect([await page.getByRole('button').count(), await page.getByText('curl -X POST').count()]).toEqual([0, 1]);
});
