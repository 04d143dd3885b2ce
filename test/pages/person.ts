import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { auditOf } from './audit.js';

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
  buttons(): Promise<string[]>;
  /** What the page says about the last thing that was tried. */
  problem(): Promise<string[]>;
  /** The page as it stands is fit for everybody, loads nothing from elsewhere and breaks no rule of its own. */
  look(): Promise<void>;
}

export const ACCEPTED = 'Test card that is accepted';
export const DECLINED = 'Test card that is declined';
export const STAYS_OPEN = 'Test card whose payment stays open';

interface Surroundings {
  readonly browser: Browser;
  readonly auditor: Page;
  /** Of the portal, which is all that its pages may ask. */
  readonly origin: string;
}

export async function openPerson(
  { browser, auditor, origin }: Surroundings,
  url: string,
  options: BrowserContextOptions,
): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  const complaints = complaintsIn(context, origin);
  const page = await context.newPage();
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
      await page.getByLabel('Card').selectOption(card);
      await act(() => page.getByRole('button', { name: /^Order and pay/ }).click());
    },
    text: () => page.getByRole('main').innerText(),
    badges: () => page.locator('.badge').allInnerTexts(),
    buttons: () => page.getByRole('button').allInnerTexts(),
    problem: () => page.getByRole('alert').allInnerTexts(),
    async look() {
      expect(await auditOf(auditor, page.url())).toEqual([]);
      expect(complaints).toEqual([]);
    },
  };
}

/** Everything that a well-made page does not do: ask elsewhere, fail to load a part, or speak in the console. */
function complaintsIn(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`from elsewhere: ${request.url()}`);
  });
  context.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  context.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (!isPage && response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // What fails to load is noted above; of a page itself, a 404 can be meant.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return complaints;
}
