import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/texts/locale.js';
import { volume } from '../support/volume.js';
import { runAxe } from './audit.js';
import { openBackstage, SCENES } from './scenes.js';

/**
 * Accessibility and appearance of every page: axe, widths, color schemes, languages. `npm run test:full` checks
 * every page, look and language, other runs only some of them.
 */

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly forcedColors?: 'active';
}

/** A width of 1280 pixels at 400 % zoom. */
const ZOOMED: Look = { width: 320, height: 256, colorScheme: 'light' };

const WINDOWS: readonly Look[] = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  ...volume<readonly Look[]>(
    [],
    [
      { width: 1280, height: 800, colorScheme: 'dark' },
      { width: 390, height: 844, colorScheme: 'light' },
      { width: 1280, height: 800, colorScheme: 'dark', forcedColors: 'active' },
      ZOOMED,
    ],
  ),
];
/** Of the five languages, the one with the longest words. */
const LONGEST = 'de';
const TONGUES = volume([LONGEST], Object.keys(LANGUAGES));
const FEW = new Set(['checkout-three', 'checkout-mend', 'done', 'order-told', 'expired']);
const scenes = Object.entries(SCENES).filter(([name]) => volume(FEW.has(name), true));

/** Finds elements that extend beyond the page, except within code blocks, which scroll separately. */
const TOO_WIDE = `[...document.querySelectorAll('body *')].filter((one) => {
  const { right, width } = one.getBoundingClientRect();
  return width > 1 && right > document.documentElement.clientWidth + 1 && !one.closest('.vh') && !one.parentElement.closest('pre');
}).map((one) => one.outerHTML.slice(0, 120))`;

/**
 * Returns the faults of the auditor's current page. Forced colors are chosen by the reader, so their contrast is not
 * checked.
 * @param audited the looks in which axe checks the page; the width is checked in all looks
 */
async function faultsAt(auditor: Page, looks: readonly Look[], audited = looks) {
  await auditor.evaluate(axe.source);
  const faults: unknown[] = [];
  for (const look of looks) {
    const { colorScheme, forcedColors = null, ...size } = look;
    await auditor.emulateMedia({ colorScheme, forcedColors });
    await auditor.setViewportSize(size);
    faults.push(...(await auditor.evaluate<string[]>(TOO_WIDE)).map((html) => ['too wide', size.width, html]));
    if (!audited.includes(look)) continue;
    const contrast = forcedColors === null;
    const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled: contrast } };
    const { violations } = await runAxe(auditor, { rules });
    faults.push(...violations.map(({ id, nodes }) => [id, size.width, nodes.map(({ html }) => html)]));
  }
  await auditor.emulateMedia({ colorScheme: null, forcedColors: null });
  return faults;
}

describe.each(scenes)('%s', (_name, scene) => {
  test('passes the accessibility checks', async () => {
    const url = await scene(back);
    const { auditor } = back.stage;
    for (const language of TONGUES) {
      await auditor.setExtraHTTPHeaders({ 'accept-language': language });
      await auditor.goto(url);
      // Languages affect only words and widths, so axe checks all looks in one language, and in the others only the
      // first two, which differ in width and color scheme.
      const audited = language === LONGEST ? WINDOWS : WINDOWS.slice(0, 2);
      expect([language, await faultsAt(auditor, WINDOWS, audited)]).toEqual([language, []]);
    }
    await auditor.setExtraHTTPHeaders({});
  });
});

/** Developer pages, in English only; docs.test.ts tests their dynamic parts. */
describe.each(volume(['/docs/get_item'], ['/', '/docs', '/docs/errors', '/docs/mcp', '/docs/demo', '/docs/get_item']))(
  '%s',
  (path) => {
    test('passes the accessibility checks, even at 400 % zoom and in forced colors', async () => {
      const { auditor, portal } = back.stage;
      await auditor.goto(`${portal.url}${path}`);
      const own: Look = { ...ZOOMED, forcedColors: 'active' };
      expect(await faultsAt(auditor, [...new Set([...WINDOWS, ZOOMED, own])])).toEqual([]);
    });
  },
);

test.each(['checkout-three', 'order-told', '/docs'])('respects the reduced-motion preference: %s', async (name) => {
  const { auditor, portal } = back.stage;
  await auditor.goto((await SCENES[name]?.(back)) ?? `${portal.url}${name}`);
  const motions = async (reducedMotion: 'reduce' | 'no-preference') => {
    await auditor.emulateMedia({ reducedMotion });
    return auditor.evaluate<unknown>(`({
      scrolls: getComputedStyle(document.documentElement).scrollBehavior,
      moving: [...document.querySelectorAll('*')].filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one);
        return transitionDuration !== '0s' || animationName !== 'none';
      }).length,
    })`);
  };
  expect(await motions('reduce')).toEqual({ scrolls: 'auto', moving: 0 });
  expect(await motions('no-preference')).toMatchObject({ scrolls: 'smooth' });
  await auditor.emulateMedia({ reducedMotion: null });
});

describe('a page with errors', () => {
  test.each([
    ['checkout-bare', 1],
    ['checkout-mend', 4],
  ])('is accessible: %s', async (name, wrong) => {
    const { auditor } = back.stage;
    await auditor.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await auditor.goto((await SCENES[name]?.(back)) ?? '');
    await auditor.setViewportSize({ width: 1280, height: 800 });
    await auditor.getByLabel('E-Mail').fill('nobody');
    await auditor.getByRole('button', { name: 'Weiter' }).click();
    await auditor.getByRole('alert').waitFor();
    expect(await auditor.locator('[aria-invalid="true"]').count()).toBeGreaterThanOrEqual(wrong);
    expect(await faultsAt(auditor, [...WINDOWS, { ...ZOOMED, forcedColors: 'active' }])).toEqual([]);
    await auditor.setExtraHTTPHeaders({});
  });
});

describe('the pay button is visible when the page opens', () => {
  const ITEMS = ['vacuum-flask', 'keepsake-mug', 'linen-tea-towel'];

  test.each([1, 2, 3])('with %i items, on a phone and on a desktop', async (count) => {
    const agent = await back.stage.agent(ITEMS.slice(0, count).map((id) => ({ item: { id }, quantity: 1 })));
    await agent.cart('set_destination', { destination: { address_country: 'US' } });
    await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
    await agent.cart('apply_discount', { code: 'WELCOME10' });
    const { page } = await back.stage.person(agent.continue_url);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      const box = await page.getByRole('button', { name: /^Pay / }).boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height);
      expect(box?.y).toBeGreaterThan(0);
    }
  });
});

test('a checkout page transfers less than 40 kB, with its style and script and without pictures', async () => {
  const agent = await back.stage.agent([{ item: { id: 'shop-tee' }, quantity: 1 }]);
  const { page } = await back.stage.person('about:blank');
  const bytes: number[] = [];
  page.on('requestfinished', async (request) => {
    if (!/\/media\//.test(request.url())) bytes.push((await request.sizes()).responseBodySize);
  });
  await page.goto(agent.continue_url, { waitUntil: 'networkidle' });
  expect(bytes.length).toBeGreaterThanOrEqual(3);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(40_000);
});

test('shows a letter in place of a picture that does not load', async () => {
  const agent = await back.stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]);
  const { page } = await back.stage.person('about:blank');
  await page.route('**/media/demo/enamel-mug.svg', (route) => route.fulfill({ status: 404 }));
  await page.goto(agent.continue_url);
  await expect.poll(() => page.locator('.picture img').getAttribute('class')).toBe('broken');
  expect(await page.locator('.picture').getAttribute('data-letter')).toBe('E');
});
