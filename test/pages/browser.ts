import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Programs in order of preference. The headless shell needs a third less CPU time than a full browser. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
];
const FOLDERS = (process.env.PATH ?? '').split(delimiter);

/** Path of this machine's Chromium. */
export function chromiumPath(folders: readonly string[] = FOLDERS): string {
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(
      `The pages are tested in Chromium, and there is none of ${NAMES.join(', ')}: apt-get install chromium-headless-shell`,
    );
  }
  return found;
}

/** Only the test's own timeout applies, since a browser may stall for half a minute on a busy machine. */
const UNLIMITED = 0;

let opened: Browser | undefined;

/**
 * Returns the browser of this worker. All its test files share one, since a start takes two CPU seconds, and it ends
 * with the worker. It needs no sandbox, since it opens only our own pages, and containers offer none. It uses no GPU,
 * since a GPU would be emulated.
 */
export async function openBrowser(): Promise<Browser> {
  if (opened?.isConnected()) return opened;
  opened = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: UNLIMITED,
  });
  opened.on('context', (context) => context.setDefaultTimeout(UNLIMITED));
  return opened;
}

/** Closes all windows of a test file and deletes their data. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
