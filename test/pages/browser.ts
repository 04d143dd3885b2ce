import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = (process.env.PATH ?? '').split(delimiter);

/** Where this machine has a Chromium. */
export function chromiumPath(folders: readonly string[] = FOLDERS): string {
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(
      `The pages are tested in Chromium, and there is none of ${NAMES.join(', ')}: apt-get install chromium`,
    );
  }
  return found;
}

/**
 * Without its sandbox, which a container does not offer; it sees our own pages only. Without a GPU, whose work it would
 * do with the processor.
 */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
}
