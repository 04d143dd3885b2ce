import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BrowserType, Page } from 'playwright-core';
import { consentInBrowser, EBOOK_PRICE, ebookPurchase } from '../oauth/assisted-purchase.js';
import { chromiumPath } from '../pages/chromium-path.js';

/**
 * The Inspector knows only the URL of a portal: a person allows it in a real browser with a limit per order, and it buys
 * within the limit, and above it after an approval, until the person ends the connection.
 */

const ADA = { email: 'ada@example.com', full_name: 'Ada Example' };
/** Milliseconds that a page or the Inspector may take. */
const LIMIT = 60_000;

type Environment = Readonly<Record<string, string>>;
type Running = ChildProcessByStdio<null, Readable, Readable>;
/** Called with the URL that the person is asked to open. */
type Login = (url: string) => Promise<void>;
/** Calls a tool through the Inspector. Without a login, it fails if it would need one. */
type Call = (name: string, args: object, onLogin?: Login) => Promise<Answer>;

/** Answer of a tool, or an error of the Inspector. */
interface Answer {
  readonly data?: { readonly status?: string };
  readonly next?: string;
  readonly error?: string | { readonly code?: string };
}

/**
 * Throws if a step fails. `program` is the portal's; `run` starts the Inspector's CLI with arguments and environment
 * variables. This module is bundled, so its caller imports Playwright.
 */
export async function inspectorFlow(
  program: string,
  chromium: BrowserType,
  run: (args: readonly string[], env: Environment) => Running,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  const portal = await startPortal(program, folder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const env = { HOME: folder, MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' };
    const page = await (await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })).newPage();
    page.setDefaultTimeout(LIMIT);
    const call: Call = (name, args, onLogin) => {
      const target = [`${portal.url}/mcp`, '--transport', 'http', '--callback-url', callback];
      const tool = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)];
      const login = onLogin ? [] : ['--stored-auth-only'];
      return answerOf(run([...target, ...tool, ...login, '--format', 'json'], env), onLogin);
    };
    await buyAndEnd(call, page);
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buyAndEnd(call: Call, page: Page): Promise<void> {
  let manage = '';
  const allow = async (url: string) => {
    manage = await consentInBrowser(page, url, ({ pathname }) => pathname === '/oauth/callback');
  };
  const bought = await call('buy', ebookPurchase(ADA, 'one'), allow);
  assert.equal(bought.data?.status, 'completed', JSON.stringify(bought));
  const above = await call('buy', ebookPurchase(ADA, 'two', 2));
  const [approval, checkout_id] = /http\S+\/checkout\/(chk_[\w-]+)\S+/.exec(above.next ?? '') ?? [];
  assert.ok(approval !== undefined, `above the limit: ${JSON.stringify(above)}`);
  await page.goto(approval);
  await page.getByRole('button', { name: /^Approve/ }).click();
  const { payment } = ebookPurchase(ADA, 'two', 2);
  const complete = { checkout_id, expected_total: 2 * EBOOK_PRICE, payment };
  const approved = await call('complete_checkout', complete);
  assert.equal(approved.data?.status, 'completed', JSON.stringify(approved));
  await page.goto(manage);
  assert.equal(await page.getByRole('link', { name: /^Order / }).count(), 2);
  await page.getByRole('button', { name: 'End the connection' }).click();
  const ended = await call('get_cart', {});
  assert.match(JSON.stringify(ended.error), /auth/);
}

/** Result of the Inspector's call, or its error. `onLogin` gets the URL that it asks the person to open. */
async function answerOf(child: Running, onLogin: Login | undefined): Promise<Answer> {
  let [stdout, stderr, isAsked] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  const closed = once(child, 'close');
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    stderr += chunk;
    const [, url] = /navigate to: (\S+)\s/.exec(stderr) ?? [];
    if (url === undefined || isAsked || !onLogin) continue;
    isAsked = true;
    await onLogin(url);
  }
  await closed;
  const [line] = (stdout.trim() === '' ? stderr : stdout).match(/\{[\s\S]*\}/) ?? ['{}'];
  const found = JSON.parse(line);
  const text = (found.result ?? found).content?.[0]?.text;
  return text === undefined ? found : JSON.parse(text);
}

async function startPortal(program: string, folder: string) {
  const env = { PATH: process.env.PATH, PORTAL_DB: join(folder, 'portal.db'), PORTAL_PORT: '0', PORTAL_OAUTH: '1' };
  const child = spawn(process.execPath, [program, 'serve', '--demo'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/MCP +http\S+/.test(said)) break;
  }
  child.stdout.resume();
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
  assert.ok(url, 'the portal did not start');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { url, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  server.close();
  await once(server, 'close');
  return address.port;
}
