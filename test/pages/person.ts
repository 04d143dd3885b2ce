import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { auditOf, isAudited } from './audit.js';
import type { Windows } from './windows.js';

/** A person with a real browser, who knows only what the browser shows. */
export interface Person {
  readonly page: Page;
  /** Presses a button and waits for the result. */
  press(button: string): Promise<void>;
  /** Acts in a checkout form, then waits until all its buttons are idle. */
  settle(doing: () => Promise<unknown>): Promise<void>;
  follow(link: string): Promise<void>;
  /** Pays with the sandbox card that has this label. */
  pay(card: string): Promise<void>;
  text(): Promise<string>;
  badges(): Promise<string[]>;
  heading(): Promise<string>;
  /** Labels of the buttons that continue; there should be exactly one. */
  primary(): Promise<string[]>;
  /** Messages of the page about the last attempt. */
  problem(): Promise<string[]>;
  /** Checks that the page is accessible, loads nothing from other origins, has no failed loads and logs no messages. */
  look(): Promise<void>;
}

export const ACCEPTED = 'Test card that is accepted';
export const DECLINED = 'Test card that is declined';
export const STAYS_OPEN = 'Test card whose payment stays open';

/** Far beyond the time that a busy machine needs, and far below that of a test. */
const SUBMIT_TIMEOUT_MS = 120_000;

interface Surroundings {
  readonly windows: Windows;
  readonly auditor: Page;
}

export async function openPerson(
  { windows, auditor }: Surroundings,
  url: string,
  options: BrowserContextOptions | undefined,
): Promise<Person> {
  const { page, complaints, release } = await windows.take(options);
  onTestFinished(release);
  await page.goto(url);
  const act = async (doing: () => Promise<unknown>) => {
    await Promise.all([page.waitForEvent('framenavigated'), doing()]);
    await page.waitForLoadState();
  };
  const settle: Person['settle'] = async (doing) => {
    if (options?.javaScriptEnabled === false) return act(doing);
    // The page may see an input event later than the browser accepts the input.
    await page.evaluate(
      'void (pressed = new Promise((seen) => addEventListener("submit", seen, { capture: true, once: true })))',
    );
    await doing();
    const isLate = `new Promise((late) => setTimeout(() => late(true), ${SUBMIT_TIMEOUT_MS}))`;
    // The evaluation fails if the page is left meanwhile.
    if (await page.evaluate(`Promise.race([pressed.then(() => false), ${isLate}])`).catch(() => false))
      throw new Error(`no form was submitted within ${SUBMIT_TIMEOUT_MS} ms: did the button lose its press?`);
    // The button stays busy while the page is unloading.
    const working = () =>
      page
        .locator('[aria-busy="true"]')
        .count()
        .catch(() => 1);
    await expect.poll(working).toBe(0);
    await page.waitForLoadState();
  };
  /** With scripts, the buttons of the checkout form, except the primary one, work without leaving the page. */
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    const stays = await button.and(page.locator('form.checkout button:not(.primary)')).count();
    return (stays > 0 ? settle : act)(() => button.click());
  };
  return {
    page,
    press,
    settle,
    follow: (link) => act(() => page.getByRole('link', { name: link, exact: true }).click()),
    async pay(card) {
      await page.getByLabel('Card', { exact: true }).selectOption(card);
      await act(() => page.getByRole('button', { name: /^(Pay|Place the order for) / }).click());
    },
    text: () => page.getByRole('main').innerText(),
    badges: () => page.locator('.badge').allInnerTexts(),
    heading: () => page.getByRole('heading', { level: 1 }).innerText(),
    primary: () => page.locator('.primary').allInnerTexts(),
    problem: () => page.getByRole('alert').locator('p').allInnerTexts(),
    async look() {
      if (!(await isAudited(page))) expect(await auditOf(auditor, page.url())).toEqual([]);
      expect(complaints).toEqual([]);
    },
  };
}
