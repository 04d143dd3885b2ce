import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECRET_KEY as ACME_KEY, openAcme } from '../../examples/payment-handlers/javascript/test/acme.js';
import manifest from '../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { READY, shopperAt } from '../actors/shopper.js';
import { linkPackages, packPackage, unpackInto } from '../support/packed-package.js';
import { environment, listeningUrl } from '../support/spawn.js';
import { Folder } from './receipts/folder.js';

/** The payment handlers of examples/payment-handlers, each as a project that has installed the packed package. */

const run = promisify(execFile);
const TSC = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

let shelf: Folder;
let packed: string;
beforeAll(() => {
  shelf = new Folder();
  packed = packPackage(shelf.path);
});
afterAll(() => shelf.remove());

let project: Folder;
/** Closes what a test has opened. */
let close: (() => unknown)[];
beforeEach(() => {
  project = new Folder();
  close = [];
});
afterEach(async () => {
  for (const each of close) await each();
  project.remove();
});

function install(example: string): void {
  cpSync(join(PACKAGE_ROOT, 'examples', 'payment-handlers', example), project.path, { recursive: true });
  unpackInto(project.path, packed);
  linkPackages(project.path, [...Object.keys(manifest.dependencies), '@types/node', 'undici-types']);
}

const node = (...args: string[]) => run(process.execPath, args, { cwd: project.path, env: environment() });

const main = () => project.at(`node_modules/commerce-portal/${manifest.bin.portal}`);

interface Keys {
  readonly deployment_key: string;
}

/** Creates the demo shop, which then accepts only this handler. */
async function openShop(handlerId: string, env: Readonly<Record<string, string>>): Promise<Keys> {
  const options = { cwd: project.path, env: { ...environment(), ...env } };
  const portal = async (...args: string[]) => (await run(process.execPath, [main(), ...args], options)).stdout;
  const keys: Keys = JSON.parse(await portal('init', '--demo', '--json'));
  const settings = JSON.parse(await portal('shop', 'get'));
  await portal('shop', 'put', project.write('settings.json', { ...settings, payment_handlers: [handlerId] }));
  return keys;
}

/** The portal starts slowly on a busy machine. */
const PATIENT = { timeout: 600_000 };

const purchase = (handler_id: string, token: string) => ({
  ...READY,
  max_total: 100_000,
  payment: { instruments: [{ id: '1', handler_id, credential: { type: 'token', token } }] },
});

describe('the example in JavaScript', () => {
  test('is correct JavaScript, and passes its own tests', async () => {
    install('javascript');
    await node(TSC);
    const { stdout } = await node('--test', '--test-reporter=tap', 'test/acme-pay.test.js');
    expect(stdout).toContain('ok 1 - refuseCredential accepts');
  });

  test('lets a buyer pay over HTTP', async () => {
    install('javascript');
    const acme = await openAcme();
    close.push(() => acme.close());
    const env = {
      PORTAL_DB: 'portal.db',
      PORTAL_HANDLERS: 'handlers',
      PORTAL_ACME_PAY_SECRET_KEY: ACME_KEY,
      PORTAL_ACME_PAY_URL: acme.url,
    };
    const { deployment_key: key } = await openShop('acme_pay', env);
    const child = spawn(process.execPath, [main(), 'serve', '--port', '0', '--log-level', 'error'], {
      cwd: project.path,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    close.push(() => child.kill());
    const buyer = shopperAt({ url: await listeningUrl(child.stdout), key });
    expect(await buyer.refused('buy', purchase('acme_pay', 'bad'), 'payment_failed')).toContain(
      'the code is not valid',
    );
    const { data } = await buyer.ok('buy', purchase('acme_pay', 'good'));
    const order = (await buyer.ok('get_order', { order_id: data.order.id })).data;
    expect(order.payment_status).toBe('paid');
    const paid = [...acme.charges.values()].filter(({ status }) => status === 'paid');
    expect(order.totals).toContainEqual(expect.objectContaining({ type: 'total', amount: paid[0]?.amount }));
    expect(paid).toHaveLength(1);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});

describe('the example in TypeScript', () => {
  test('is correct TypeScript, and passes its own tests', async () => {
    install('typescript');
    await node(TSC);
    const { stdout } = await node('--test', '--test-reporter=tap', 'dist/test/harbor-pay.test.js');
    expect(stdout).toContain('ok 1 - Harbor Pay keeps the promises of a payment handler');
  });

  test('lets an agent pay over stdio', async () => {
    install('typescript');
    await node(TSC);
    const { openHarbor, SECRET_KEY, SIGNING_SECRET } = await import(project.at('dist/test/harbor.js'));
    const harbor = await openHarbor();
    close.push(() => harbor.close());
    const env = {
      PORTAL_DB: project.at('portal.db'),
      PORTAL_HANDLERS: project.at('dist/handlers'),
      PORTAL_HARBOR_PAY_URL: harbor.url,
      PORTAL_HARBOR_PAY_KEY: SECRET_KEY,
      PORTAL_HARBOR_PAY_SIGNING_SECRET: SIGNING_SECRET,
    };
    const { deployment_key } = await openShop('harbor_pay', env);
    const client = new Client({ name: 'test', version: '1.0.0' });
    close.push(() => client.close());
    const server = { command: process.execPath, args: [main(), 'stdio'], cwd: project.path };
    const transport = new StdioClientTransport({ ...server, env: { ...env, PORTAL_API_KEY: deployment_key } });
    await client.connect(transport, PATIENT);
    const call = { name: 'buy', arguments: { ...purchase('harbor_pay', 'tok_good'), idempotency_key: 'first' } };
    const { content, isError } = await client.callTool(call, PATIENT);
    expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.stringContaining('completed')]);
    const captured = [...harbor.authorizations.values()].filter((one) => one.captured > 0);
    expect(captured).toHaveLength(1);
  });
});

test('an invalid handler stops the packed portal with a message', async () => {
  install('javascript');
  const file = project.write('handlers/broken.mjs', 'export default { id: 1 };');
  const env = { ...environment(), PORTAL_DB: 'portal.db', PORTAL_HANDLERS: 'handlers' };
  const started = run(process.execPath, [main(), 'serve', '--demo', '--port', '0'], { cwd: project.path, env });
  const { code, stderr } = await started.catch((error) => error);
  expect(code).toBe(2);
  expect(stderr).toMatch(`portal: ${file}: this is not a valid payment handler:\n  description must be an object\n`);
});
