import { afterAll, beforeAll, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { openBackstage, SCENES } from './scenes.js';

/** Tests the printed order, which buyers file as a confirmation. */

let back: Awaited<ReturnType<typeof openBackstage>>;
beforeAll(async () => {
  back = await openBackstage();
});
afterAll(() => back.stage.close());

/** Paper sizes minus the margins, in CSS pixels. */
const PAPERS = [
  { format: 'A4', width: 673 },
  { format: 'Letter', width: 695 },
] as const;
const CASES = volume(
  [
    { scene: 'order', paper: PAPERS[0] },
    { scene: 'order-told', paper: PAPERS[1] },
  ],
  PAPERS.flatMap((paper) => ['order', 'order-told'].map((scene) => ({ scene, paper }))),
);

test.each(CASES)('prints the scene $scene on one page of $paper.format', async ({ scene, paper }) => {
  const { page } = await back.stage.person((await SCENES[scene]?.(back)) ?? '');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: paper.width, height: 900 });
  const text = await page.locator('body').innerText();
  expect(text).toMatch(/Order confirmation\s+Order \d+\s+Placed on November \d+, 2026/);
  expect(text).toMatch(/Tax 7\.25% \(on \$\d+\.\d\d\)\s+\$\d+\.\d\d/);
  expect(text).toContain('Steel vacuum flask');
  expect(text).toContain(
    'Quillback Mercantile LLC · 2187 SE Alderfern Street · Portland, OR 97214 · United States · Tax number: EIN 00-0000000',
  );
  for (const hidden of ['Buy again', 'Print', 'What happened', 'Terms of service', 'On hold'])
    expect(text).not.toContain(hidden);
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(wide).toBe(0);
  const pdf = await page.pdf({ format: paper.format });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
  await page.emulateMedia({ media: null });
});
