import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The first that is found: the headless shell needs two thirds of the processor time that a whole browser needs. */
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

/** The limit of a test is the only one: on a busy machine a browser may do nothing for half a minute. */
const UNLIMITED = 0;

let opened: Browser | undefined;

/**
 * The browser of this worker: one for all its files, since to start one takes two seconds of a core. It ends with the worker.
 * Without its sandbox, which a container does not offer; it sees our own pages only. Without a GPU, whose work it would
 * do with the processor.
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

/** Closes all windows of a file, with the data of their pages. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
