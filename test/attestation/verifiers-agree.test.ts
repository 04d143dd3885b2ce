import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { compareVerifiers } from './agreement.js';
import { generateBundles, type Sample } from './bundle-corpus.js';
import { VERIFIERS_MISSING } from './verifier-programs.js';

/** The library, verify.py, verify.go and the check of the page /verify in Chromium, on the same files. */

const [VALID, MUTATED] = volume([40, 300], [200, 2_000], [100, 1_000]);
/** Two minutes of processor time at full volume, which is more than the usual limit on a busy machine. */
const HANGS_MS = volume(600_000, 3_600_000);
/** Number of files that one call to the page checks. */
const PER_CALL = 100;

const folder = temporaryFolder();
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Builds the check of the page as a script that sets the global `verifyPage`. */
async function pageScript(): Promise<string> {
  const outDir = join(folder, 'page');
  const lib = {
    entry: join(PACKAGE_ROOT, 'views', 'verify', 'check.ts'),
    formats: ['iife' as const],
    name: 'verifyPage',
    fileName: () => 'check.js',
  };
  await build({
    ...{ configFile: false, root: PACKAGE_ROOT, publicDir: false, logLevel: 'silent', build: { outDir, lib } },
  });
  return readFile(join(outDir, 'check.js'), 'utf8');
}

async function acceptedInPage(samples: readonly Sample[]): Promise<readonly boolean[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await pageScript() });
    const verdicts: boolean[] = [];
    for (let at = 0; at < samples.length; at += PER_CALL) {
      const files = samples.slice(at, at + PER_CALL).map(({ bytes }) => Buffer.from(bytes).toString('base64'));
      const checked: unknown = await page.evaluate(`${JSON.stringify(files)}.map((file) => {
        const text = verifyPage.decodeFile(Uint8Array.from(atob(file), (char) => char.charCodeAt(0)));
        return verifyPage.check({ text, signer: '', log: '' }).kind === 'bundle';
      })`);
      verdicts.push(...z.array(z.boolean()).parse(checked));
    }
    return verdicts;
  } finally {
    await closeWindows(browser);
  }
}

describe.skipIf(VERIFIERS_MISSING)('the verifiers', () => {
  it(`agree on ${VALID} valid and ${MUTATED} mutated bundles`, { timeout: HANGS_MS }, async () => {
    const samples = generateBundles(34, VALID, MUTATED);
    const page = await acceptedInPage(samples);
    const found = compareVerifiers(samples, folder, new Map([['page', page]]));
    expect(found).toMatchObject({ disputed: [], rejected: 0 });
    expect(found.mutated.accepted).toBeGreaterThan(MUTATED / 20);
    expect(found.mutated.rejected).toBeGreaterThan(MUTATED / 2);
  });
});
