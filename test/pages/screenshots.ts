import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { openBackstage, SCENES } from './scenes.js';

/**
 * `npm run screenshots`: captures every page in every state, on a phone and a desktop, light and dark, into a folder
 * that git ignores.
 */

const FOLDER = join(PACKAGE_ROOT, 'screenshots');
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
const LANGUAGES = (process.env.SCREENSHOT_LANGUAGES ?? 'en,de').split(',');

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  back = await openBackstage();
});
afterAll(() => back.stage.close());

/** Captures the print layout in a window as wide as the paper without margins, and as a PDF. */
async function print(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  for (const [format, width] of [
    ['A4', 673],
    ['Letter', 695],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(FOLDER, `${name}-${format}.png`), fullPage: true });
    await page.pdf({ path: join(FOLDER, `${name}-${format}.pdf`), format });
  }
}

test.each(Object.entries(SCENES))('%s', async (name, scene) => {
  const url = await scene(back);
  for (const language of LANGUAGES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const { page } = await back.stage.person(url, { viewport, locale: language });
      for (const fullPage of [false, true])
        await page.screenshot({
          path: join(FOLDER, `${name}-${size}-${language}${fullPage ? '-whole' : ''}.png`),
          fullPage,
        });
      if (language !== LANGUAGES[0]) continue;
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-dark.png`) });
      if (size === 'desktop' && name.startsWith('order')) await print(page, name);
    }
  }
});
