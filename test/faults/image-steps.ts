import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { environment } from '../support/spawn.js';
import { type Installed, run, served } from './installed-portal.js';

/** Instructions of the image, each on one line. */
const INSTRUCTIONS = readFileSync(join(PACKAGE_ROOT, 'deploy', 'Dockerfile'), 'utf8')
  .replaceAll(/^ *#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n');

/** Installs the tarball as the image does, but with this machine's Node. */
export function imageIn(folder: string, tarball: string): Installed {
  mkdirSync(folder);
  const home = join(folder, 'opt');
  const step = instruction(/^RUN (npm install .*)$/)
    .replaceAll('/opt/portal', home)
    .replace('/tmp/portal.tgz', tarball);
  run('sh', ['-ec', step], folder);
  return { folder, command: [process.execPath, join(home, 'bin', 'portal')] };
}

/** Checks that the image's health check succeeds while the portal serves, and fails afterwards. */
export async function isWatched(image: Installed): Promise<void> {
  const [, ...check]: readonly string[] = JSON.parse(instruction(/^HEALTHCHECK .* CMD (\[.*\])$/));
  const codeOf = (url: string) => {
    const env = { ...environment(), PORTAL_PORT: new URL(url).port };
    return spawnSync(process.execPath, check, { cwd: image.folder, env }).status;
  };
  let address = '';
  await served(image, async (url) => {
    address = url;
    expect(codeOf(url)).toBe(0);
  });
  expect(codeOf(address)).toBe(1);
}

function instruction(form: RegExp): string {
  const [, found] = INSTRUCTIONS.flatMap((line) => form.exec(line) ?? []);
  if (found === undefined) throw new Error(`deploy/Dockerfile has no ${form}`);
  return found;
}
