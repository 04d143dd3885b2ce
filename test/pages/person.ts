import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { auditOf, isAudited } from './audit.js';
import type { Windows } from './windows.js';

/** Someone with a browser, as strict as a buyer's own. What they see is what it shows. */
export interface Person {
  readonly page: Page;
  /** Presses a button and waits for the page that comes of it. */
  press(button: string): Promise<void>;
  follow(link: string): Promise<void>;
  /** Pays with the sandbox card of this description. */
  pay(card: string): Promise<void>;
  text(): Promise<string>;
  badges(): Promise<string[]>;
  heading(): Promise<string>;
  /** The one button that goes on. */
  primary(): Promise<string[]>;
  /** What the page says about the last thing that was tried. */
  problem(): Promise<string[]>;
  /** The page as it stands is fit for everybody, loads nothing from elsewhere and breaks no rule of its own. */
  look(): Promise<void>;
}

export const ACCEPTED = 'Test card that is accepted';
export const DECLINED = 'Test card that is declined';
export const STAYS_OPEN = 'Test card whose payment stays open';

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
  const act = async (doing: () => Promise<void>) => {
    const arrived = page.waitForEvent('framenavigated');
    await doing();
    await arrived;
    await page.waitForLoadState();
  };
  const press = (button: string) => act(() => page.getByRole('button', { name: button, exact: true }).click());
  return {
    page,
    press,
    follow: (link) => act(() => page.getByRole('link', { name: link, exact: true }).click()),
    async pay(card) {
      await page.getByLabel('Card', { exact: true }).selectOption(card);
      await act(() => page.getByRole('button', { name: /^Pay / }).click());
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
