import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { canonicalJson, readPrivateKey, verifyBundle, verifyReceipt } from '../../src/receipts.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { changed, makeBundle } from './bundle-sample.js';
import { RECEIPT } from './sample.js';

const ORIGIN = 'http://receipts.test';
const PAGE = `<!doctype html><script type="module">
  import * as receipts from '/receipts.js';
  window.receipts = receipts;
</script>`;

let folder = '';
let text = '';
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  await build({
    configFile: false,
    root: PACKAGE_ROOT,
    publicDir: false,
    logLevel: 'silent',
    build: {
      outDir: folder,
      lib: { entry: join(PACKAGE_ROOT, 'src', 'receipts.ts'), formats: ['es'], fileName: () => 'receipts.js' },
    },
  });
  text = await readFile(join(folder, 'receipts.js'), 'utf8');
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => problems.push(message.text()));
  await page.route('**', (route) =>
    route.request().url() === `${ORIGIN}/receipts.js`
      ? route.fulfill({ contentType: 'text/javascript', body: text })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction('window.receipts !== undefined');
});

afterAll(async () => {
  await closeWindows(browser);
  await rm(folder, { recursive: true, force: true });
});

/** Runs code in the page, where `receipts` is the library. */
function inPage(code: string): Promise<unknown> {
  return page.evaluate(`(() => { const { receipts } = window; ${code} })()`);
}

/** Returns the error code that a call in the page throws. */
function codeInPage(call: string): Promise<unknown> {
  return inPage(`try { ${call} } catch (error) {
    return error instanceof receipts.AttestationError ? error.code : String(error);
  }`);
}

describe('the library as one file for a browser', () => {
  it('bundles one file that imports neither Node modules nor other files', async () => {
    expect(await readdir(folder)).toEqual(['receipts.js']);
    expect(text).not.toMatch(/node:/);
    expect(text).not.toMatch(/^\s*import\b|\bimport\s*\(|\bfrom\s*['"]/m);
    // tweetnacl looks for Node's `crypto` where a browser has none; a comment of the bundler names the empty module.
    expect(text.replace(/^\/\/ .*$/gm, '')).not.toMatch(/__vite-browser-external|\bprocess\.|\bBuffer\b/);
    expect(text).toContain('does not hold this receipt with this id and time');
  });
});

const SIGNED = z.object({
  signed: z.object({ receipt: z.unknown(), signature: z.string(), public_key: z.string() }),
  privateKey: z.string(),
  text: z.string(),
});

describe('the library in Chromium', () => {
  it('creates a key and signs in the browser, and verifies in Node', async () => {
    const answer = await inPage(`
      const pair = receipts.generateKeyPair();
      const signed = receipts.signReceipt(${JSON.stringify(RECEIPT)}, pair);
      return { signed, privateKey: receipts.privateKeyPem(pair.seed), text: receipts.canonicalJson(signed.receipt) };`);
    const { signed, privateKey, text: canonical } = SIGNED.parse(answer);
    expect(verifyReceipt(signed)).toEqual(RECEIPT);
    expect(canonical).toBe(canonicalJson(RECEIPT));
    expect(readPrivateKey(privateKey).publicKey.pem).toBe(signed.public_key);
  });

  it('verifies a bundle with the same result as Node', async () => {
    const bundle = makeBundle();
    const found = await inPage(`return receipts.verifyBundle(${JSON.stringify(bundle)});`);
    expect(found).toEqual(verifyBundle(bundle));
    expect(await inPage(`return receipts.verifyReceipt(${JSON.stringify(bundle)});`)).toEqual(RECEIPT);
  });

  it.each([
    [['receipt', 'job_id'], 'signature_invalid'],
    [['signature'], 'invalid_signature_encoding'],
    [['id'], 'invalid_bundle'],
    [['log', 'checkpoint'], 'invalid_note'],
    [['log', 'hashes', 1], 'invalid_proof'],
    [['bundle'], 'invalid_bundle'],
  ])('rejects a bundle with a changed %j: %s', async (path, code) => {
    const other = JSON.stringify(changed(makeBundle(), path, 'other'));
    expect(await codeInPage(`receipts.verifyBundle(${other});`)).toBe(code);
  });

  it('rejects values that cannot be signed', async () => {
    expect(await codeInPage('receipts.canonicalJson({ a: "\\ud800" });')).toBe('invalid_receipt');
    expect(await codeInPage('receipts.canonicalJson({ a: new Date() });')).toBe('invalid_receipt');
  });

  it('logs no message and throws no error', () => expect(problems).toEqual([]));
});
