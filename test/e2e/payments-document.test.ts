import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { PaymentHandler } from '../../src/ports.js';
import { submitForm } from '../actors/buyer-page.js';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';

/** The handler of docs/payments.md, added to a copy of the sources as described there, compiled and run. */

const run = promisify(execFile);
const DOCUMENT = readFileSync(join(PACKAGE_ROOT, 'docs', 'payments.md'), 'utf8');
const INDEX = 'src/payments/handlers/index.ts';
const HANDLER = 'src/payments/handlers/acme-pay.ts';
const SECRET = 'sk_live_51d7c1a0';

/** Returns the code block with a file's content. */
function block(path: string): string {
  const [, text] = new RegExp(`<!-- test: ${path} -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT) ?? [];
  if (text === undefined) throw new Error(`docs/payments.md has no block for ${path}`);
  return text;
}

/** A fake Acme Pay that implements the documented calls. */
interface Provider {
  readonly url: string;
  /** Each request as method, resource and amount, without the id in its path: `PUT refunds 100`. */
  readonly asked: readonly string[];
  /** The credentials that requests have sent. */
  readonly keys: ReadonlySet<string | undefined>;
  close(): void;
}

async function openProvider(): Promise<Provider> {
  const asked: string[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const [, , ...rest] = (request.url ?? '').split('/');
    const body = z
      .object({ code: z.string().optional(), amount: z.number().optional() })
      .parse(JSON.parse(text || '{}'));
    asked.push(`${request.method} ${request.url?.split('/')[1]} ${body.amount ?? ''}${rest.slice(1).join('/')}`.trim());
    keys.add(request.headers.authorization);
    const charged = body.code === 'good' ? { status: 'paid' } : { status: 'refused', reason: 'the code is not valid' };
    response.end(JSON.stringify(request.url?.startsWith('/refunds/') ? { status: 'done' } : charged));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked, keys, close: () => server.close() };
}

let home: string;
let provider: Provider;
let makeHandlers: (config: { readonly handlerSettings: Readonly<Record<string, string>> }) => PaymentHandler[];

beforeAll(async () => {
  provider = await openProvider();
  home = temporaryFolder();
  // The source maps of dist refer to src.
  for (const part of ['dist/src', 'src', 'db', 'package.json'])
    cpSync(join(PACKAGE_ROOT, part), join(home, part), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(home, 'node_modules'));
  write(HANDLER, block(HANDLER));
  const index = readFileSync(join(PACKAGE_ROOT, INDEX), 'utf8');
  const list = 'readonly HandlerFactory[] = [';
  expect(index).toContain(list);
  const line = "import { acmePay } from './acme-pay.js';\n";
  write(INDEX, line + index.replace(list, `${list}${block(INDEX)}`));
  expect(await compile([HANDLER, INDEX])).toBe('');
  ({ makeHandlers } = await import(pathToFileURL(join(home, 'dist', INDEX.replace('.ts', '.js'))).href));
});
/** Writes a file next to the compiled modules, whose types it imports. */
function write(path: string, text: string): void {
  writeFileSync(join(home, 'dist', path), text);
}

/** Compiles files. Returns the compiler's errors. */
async function compile(paths: readonly string[]): Promise<string> {
  const tsc = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(home, 'dist', 'tsconfig.json');
  const compilerOptions = { composite: false, declaration: false, sourceMap: false, tsBuildInfoFile: null };
  const options = { ...compilerOptions, noEmitOnError: true, rootDir: '.', outDir: '.' };
  const base = join(PACKAGE_ROOT, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ extends: base, compilerOptions: options, include: [], files: paths }));
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
  return stdout;
}

afterAll(() => {
  provider.close();
  rmSync(home, { recursive: true });
});

const idsOf = (handlers: readonly PaymentHandler[]) => handlers.map(({ description }) => description.id);

test('offers the handler once its secret is configured', () => {
  expect(idsOf(makeHandlers(readConfig({}, {})))).toEqual(['invoice', 'sandbox_card']);
  const handlers = makeHandlers(readConfig({ PORTAL_ACME_PAY_SECRET_KEY: SECRET }, {}));
  expect(idsOf(handlers)).toEqual(['acme_pay', 'invoice', 'sandbox_card']);
});

test('exits when settings are incomplete, and names the missing one', async () => {
  const env = { PATH: process.env.PATH, PORTAL_ACME_PAY_URL: provider.url, PORTAL_ACME_PAY_KEY: SECRET };
  const args = [join(home, 'dist', 'src', 'main.js'), 'serve', '--demo', '--db', join(home, 'data', 'portal.db')];
  const { code, stderr } = await run(process.execPath, args, { env }).catch((error) => error);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'warning: PORTAL_ACME_PAY_KEY is not a setting of the portal\n' +
      'portal: PORTAL_ACME_PAY_SECRET_KEY must be set (secret key of the Acme Pay account), because PORTAL_ACME_PAY_URL is set\n',
  );
});

/** Starts the demo shop with only this handler. */
async function openShop(): Promise<TestPortal> {
  const env = { PORTAL_ACME_PAY_SECRET_KEY: SECRET, PORTAL_ACME_PAY_URL: provider.url };
  const portal = await startPortal({ env, handlers: makeHandlers(readConfig(env, {})) });
  const path = `/api/shops/${portal.demo.shop_id}/settings`;
  const key = portal.demo.organization_key;
  const { data } = (await portal.request('GET', path, { key })).json;
  const put = await portal.request('PUT', path, { key, body: { ...data, payment_handlers: ['acme_pay'] } });
  expect(put.status).toBe(200);
  return portal;
}

test('lets a buyer pay with the handler on the checkout page, and refunds the payment', async () => {
  const portal = await openShop();
  const by = shopper(portal);
  const { id: checkout_id, total } = await readyCart(by);
  const { continue_url, payment } = (await by.ok('get_checkout', { checkout_id })).data;
  const [{ config_schema, instrument_schemas, ...shown }] = payment.handlers;
  expect(shown).not.toHaveProperty('form');
  for (const url of [config_schema, ...instrument_schemas]) expect((await fetch(url)).status).toBe(200);
  expect(await (await fetch(`${portal.url}/docs`)).text()).toContain('<code>acme_pay</code>');
  const page = await (await fetch(continue_url)).text();
  expect(page).toContain(
    '<input id="acme_pay.code" name="acme_pay.code" autocomplete="one-time-code" aria-required="true" type="text" value="">',
  );
  expect(await submitForm(continue_url, 'pay', {})).toBe('invalid_request');
  expect(provider.asked).toEqual([]);
  expect(await submitForm(continue_url, 'pay', { 'acme_pay.code': 'bad' })).toBe('payment_failed');
  expect(await submitForm(continue_url, 'pay', { 'acme_pay.code': ' good ' })).toBeNull();
  const { order } = (await by.ok('get_checkout', { checkout_id })).data;
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const merchant = shopper(portal, { key });
  const refund = { order_id: order.id, type: 'refund', amount: 100 };
  const { data } = await merchant.ok('adjust_order', refund);
  expect(data.adjustments).toMatchObject([{ status: 'completed' }]);
  expect(provider.asked).toEqual([`PUT charges ${total}`, `PUT charges ${total}`, 'PUT refunds 100']);
  expect([...provider.keys]).toEqual([`Bearer ${SECRET}`]);
  expect(portal.logged.join('')).not.toContain(SECRET);
  await portal.close();
});
