import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
