import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';
import { loadModules } from '../../src/payments/handlers/handler-modules.js';
import { loadHandlers } from '../../src/payments/handlers/load-handlers.js';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let handlers: string;
beforeEach(() => {
  folder = temporaryFolder();
  handlers = join(folder, 'handlers');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  const file = join(handlers, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Text of an object with this id, which is a valid handler without imports. */
const handlerText = (id: string) => `({
  description: {
    id: '${id}', name: 'Pay by ${id}', version: '2026-04-08', spec: '/docs#payment', config: {},
    config_schema: '/payment-handlers/${id}/config.schema.json', instrument_schemas: [],
  },
  schemas: { '/payment-handlers/${id}/config.schema.json': { type: 'object' } },
  needsInstrument: false, demoOnly: false, acceptsCardNumbers: false,
  refuseCredential: () => undefined,
  authorize: async () => ({ state: 'authorized', payment_status: 'pending' }),
  status: async () => ({ state: 'authorized', payment_status: 'pending' }),
  void: async () => undefined,
  refund: async () => ({ state: 'completed' }),
})`;

const factoryText = (id: string, settings: string) =>
  `export default { settings: ${settings}, make: (setting) => ${handlerText(id)} }`;
const KEYED = `{
  key: { env: 'PORTAL_ACME_KEY', help: 'key of the Acme account' },
  region: { env: 'PORTAL_ACME_REGION', help: 'region of the Acme account' },
}`;

const load = (env: Readonly<Record<string, string>> = {}) =>
  loadHandlers(readConfig({ PORTAL_HANDLERS: handlers, ...env }, {}));

const idsOf = async (env?: Readonly<Record<string, string>>) =>
  (await load(env)).map(({ description }) => description.id);

/** The text of the error that stops the start. */
async function problem(env?: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await load(env).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConfigError)) throw new Error(`not a ConfigError: ${error}`);
  return error.message;
}

describe('PORTAL_HANDLERS', () => {
  it('adds the handlers of the folder to the built-in ones, in the order of the file names', async () => {
    write('b.mjs', `export default ${handlerText('second')}`);
    write('a.mjs', `export default ${handlerText('first')}`);
    write('c.js', `export default ${handlerText('third')}`);
    write('package.json', '{ "type": "module" }');
    write('parts/shared.mjs', 'throw new Error("files of subfolders are not loaded")');
    expect(await idsOf()).toEqual(['invoice', 'sandbox_card', 'stripe', 'first', 'second', 'third']);
  });

  it('does not wait for a module that never loads', async () => {
    write('acme.mjs', 'await new Promise(() => undefined)');
    const loaded = loadModules(handlers, { sleep: async () => undefined });
    await expect(loaded).rejects.toThrow(
      new ConfigError(`${join(handlers, 'acme.mjs')}: it must load within 10 seconds`),
    );
  });

  it('makes a handler from its settings, and omits it if none of them is set', async () => {
    write('acme.mjs', factoryText('acme_pay', KEYED));
    expect(await idsOf()).toEqual(['invoice', 'sandbox_card', 'stripe']);
    expect(await idsOf({ PORTAL_ACME_KEY: 'k', PORTAL_ACME_REGION: 'eu' })).toContain('acme_pay');
    expect(await problem({ PORTAL_ACME_KEY: 'k' })).toBe(
      `${join(handlers, 'acme.mjs')}: PORTAL_ACME_REGION must be set (region of the Acme account), because PORTAL_ACME_KEY is set`,
    );
  });

  it.each<[string, string, string]>([
    ['throws', 'throw new Error("no certificate")', 'no certificate'],
    ['exports nothing', 'export const handler = 1;', 'the default export must be a payment handler'],
    [
      'exports an invalid handler',
      `export default { ...${handlerText('acme_pay')}, refund: undefined, status: 1 }`,
      'this is not a valid payment handler:\n  status must be a function\n  refund must be a function',
    ],
    [
      'exports a factory with invalid settings',
      factoryText('acme_pay', "{ key: { env: 'ACME_KEY', help: 'key' } }"),
      'this is not a valid payment handler:\n  settings.key.env must be a name such as PORTAL_ACME_KEY',
    ],
    [
      'declares a setting of the portal',
      factoryText('acme_pay', "{ key: { env: 'PORTAL_DB', help: 'key' } }"),
      'PORTAL_DB must not be a setting of the handler, because it is one of the portal',
    ],
    [
      'makes an invalid handler',
      'export default { settings: {}, make: () => undefined }',
      'this is not a valid payment handler:\n  the handler must be an object',
    ],
    [
      'fails to make its handler',
      'export default { settings: {}, make() { throw new Error("no such region") } }',
      'no such region',
    ],
    [
      'has the id of a built-in handler',
      `export default ${handlerText('invoice')}`,
      'the id invoice must not be that of a built-in handler',
    ],
  ])('refuses a module that %s', async (_case, text, expected) => {
    write('acme.mjs', text);
    expect(await problem()).toBe(`${join(handlers, 'acme.mjs')}: ${expected}`);
  });

  it('refuses a module that is not JavaScript, or imports a package that is not installed', async () => {
    write('acme.mjs', 'export default {');
    expect(await problem()).toMatch(/acme\.mjs: .+/);
    rmSync(join(handlers, 'acme.mjs'));
    write('other.mjs', "import 'no-such-package';");
    expect(await problem()).toContain('no-such-package');
  });

  it('refuses two modules with one id, and names both', async () => {
    write('a.mjs', `export default ${handlerText('acme_pay')}`);
    write('b.mjs', `export default ${handlerText('acme_pay')}`);
    const [a, b] = ['a.mjs', 'b.mjs'].map((name) => join(handlers, name));
    expect(await problem()).toBe(`${b}: the id acme_pay must not be that of ${a}`);
  });

  it('refuses a folder that is absent or has no modules', async () => {
    expect(await problem()).toBe(`PORTAL_HANDLERS must be a folder that can be read, not ${handlers}`);
    write('README.md', 'Handlers');
    expect(await problem()).toBe(`PORTAL_HANDLERS must be a folder with *.mjs or *.js files, not ${handlers}`);
  });
});

describe('commands', () => {
  const settingsFile = () => join(folder, 'settings.json');
  const env = () => ({ PORTAL_DB: join(folder, 'portal.db'), PORTAL_HANDLERS: handlers });
  const put = (more: Readonly<Record<string, string>> = {}) =>
    run(['shop', 'put', settingsFile()], { ...env(), ...more });

  beforeEach(async () => {
    await initDemo(env().PORTAL_DB);
    write('acme.mjs', factoryText('acme_pay', KEYED));
    writeFileSync(settingsFile(), JSON.stringify({ payment_handlers: ['acme_pay'] }));
  });

  it('accept a handler of the folder in a shop, and know its settings', async () => {
    const { code, stderr } = await put({ PORTAL_ACME_KEY: 'k', PORTAL_ACME_REGION: 'eu', PORTAL_ACME_REGOIN: 'us' });
    expect([code, stderr]).toEqual([0, 'warning: PORTAL_ACME_REGOIN is not a setting of the portal\n']);
  });

  it('exit with 2 if a handler cannot be loaded, and name the file', async () => {
    write('broken.mjs', 'throw new Error("no certificate")');
    const { code, stderr } = await put({ PORTAL_ACME_KEY: 'k' });
    expect([code, stderr]).toEqual([2, `portal: ${join(handlers, 'broken.mjs')}: no certificate\n`]);
  });

  it('that need no handlers work even if one cannot be loaded', async () => {
    write('broken.mjs', 'throw new Error("no certificate")');
    const { code, stderr } = await run(['keys', 'list'], env());
    expect([code, stderr]).toEqual([0, '']);
  });
});
