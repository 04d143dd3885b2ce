import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './chromium-path.js';

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
