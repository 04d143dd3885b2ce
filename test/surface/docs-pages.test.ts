import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listErrorCodes } from '../../src/calls/error-codes.js';
import { toPropertySchemas } from '../../src/calls/json-schema.js';
import { ERRORS } from '../../src/domain/errors/portal-error.js';
import { recordedExamples } from '../../src/http/examples.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { html } from '../../src/pages/html.js';
import { openPages } from '../../src/pages/open-pages.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ showsDemoKeys: true });
});
afterAll(() => portal.close());

async function textOf(path: string): Promise<string> {
  const { status, text } = await portal.request('GET', path, { key: null });
  expect(status, path).toBe(200);
  return text;
}

const PAGES = [
  '/',
  '/docs',
  '/docs/errors',
  '/docs/mcp',
  '/docs/demo',
  ...OPERATIONS.map(({ name }) => `/docs/${name}`),
];

describe('/docs', () => {
  test('lists every operation once, and counts the tools', async () => {
    const main = (await textOf('/docs')).split('<main')[1] ?? '';
    const listed = [...main.matchAll(/<a class="entry" href="\/docs\/(\w+)"/g)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
    const routes = OPERATIONS.filter(({ http }) => http).length;
    const tools = OPERATIONS.filter(({ mcp }) => mcp).length;
    expect(OPERATIONS.every(({ mcp, http }) => http || !mcp)).toBe(true);
    expect(main).toContain(`${routes} operations over HTTP. ${tools} of them are MCP tools too, of the same name`);
    expect(main.split('<span class="chip">tool</span>')).toHaveLength(tools + 1);
  });

  test.each(OPERATIONS)('shows the declaration of $name on its page', async (operation) => {
    const { name, title, http, mcp, scope, input } = operation;
    const text = await textOf(`/docs/${name}`);
    expect(text).toContain(html`<h1>${title}</h1>`.text);
    expect(text).toContain(`<code>${scope}</code>`);
    for (const member of Object.keys(toPropertySchemas(input)))
      expect(text).toContain(`<code class="name">${member}</code>`);
    const has = (part: string) => text.includes(part);
    expect(has('<h2 id="tool">As a tool</h2>')).toBe(mcp !== undefined);
    expect(has(`<dd class="told"><code>${name}</code></dd></div>\n</dl>`)).toBe(mcp !== undefined);
    expect([has('data-try'), has('Example answer'), has('Example request')]).toEqual(Array(3).fill(http !== undefined));
    if (!http) return;
    expect(text).toContain(`<code>${http.path}</code>`);
    const { own, shared } = listErrorCodes(operation);
    for (const code of [...own, ...shared])
      expect(text).toContain(`<a ${own.includes(code) ? 'class="name" ' : ''}href="/docs/errors#${code}">`);
  });

  test('links only to pages and anchors that exist', async () => {
    const texts = new Map(await Promise.all(PAGES.map(async (path) => [path, await textOf(path)] as const)));
    const links = new Set(
      [...texts.values()].flatMap((text) =>
        [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, to = '']) => to),
      ),
    );
    expect(links.size).toBeGreaterThan(PAGES.length);
    for (const link of links) {
      const [path = '', place] = link.split('#');
      const text = path === '' ? undefined : (texts.get(path) ?? (await textOf(path)));
      if (place !== undefined && text !== undefined) expect(text, link).toContain(`id="${place}"`);
    }
    expect(Object.keys(ERRORS).every((code) => texts.get('/docs/errors')?.includes(`id="${code}"`))).toBe(true);
  });

  test('shows the recorded example of an operation as a curl command', () => {
    const examples = recordedExamples();
    const routed = OPERATIONS.filter(({ http }) => http);
    const pages = openPages({
      operations: routed,
      handlers: [],
      examples: () => examples,
      publicUrl: () => 'http://x',
    });
    const textAt = (at: string) => pages.find(({ path }) => path === at)?.text();
    expect(textAt('/docs/search_catalog')).toContain(
      'curl &#39;http://x/api/commerce/items?query=mug&amp;limit=5&#39;',
    );
    expect(textAt('/docs/buy')).toMatch(/-H &#39;idempotency-key: [0-9a-f-]{36}&#39;/);
  });

  test('escapes any text of a declaration', () => {
    const evil = '<script>alert(1)</script> `<img src=x onerror=alert(2)>` "\' onclick=';
    const operations = OPERATIONS.map((one) => ({ ...one, title: evil, description: evil }));
    const pages = openPages({
      operations,
      handlers: [],
      examples: () => ({ get_cart: { args: {}, answer: evil } }),
      publicUrl: () => evil,
    });
    for (const { headers, text } of pages.filter(({ path }) => path === '/docs' || path === '/docs/get_cart')) {
      expect(headers['content-type']).toContain('text/html');
      expect(text()).not.toMatch(/<script>|<img|\son\w+="/);
      expect(text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
  });

  test.each(['/', '/docs', '/docs/get_cart'])('forbids framing and scripts from elsewhere on %s', async (path) => {
    const { headers, text } = await portal.request('GET', path, { key: null });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(text).not.toMatch(/<style|\sstyle=|<script>|javascript:|https?:\/\/(?!127\.0\.0\.1)/);
  });
});

describe("the demo's keys", () => {
  const page = async (at: TestPortal, path = at.demoPath ?? '') => {
    const { status, headers, text } = await at.request('GET', path, { key: null });
    const keys = [...text.matchAll(/<code data-scopes="([^"]*)">(\w+)<\/code>/g)].map(([, scopes, key]) => ({
      key,
      scopes,
    }));
    return { status, headers, keys };
  };

  test('are at a secret path, which changes at each start and is never cached or indexed', async () => {
    const { demo, demoPath = '' } = portal;
    const { status, headers, keys } = await page(portal);
    expect(keys).toEqual([
      { key: demo.deployment_key, scopes: expect.stringContaining('commerce') },
      { key: demo.organization_key, scopes: expect.stringContaining('shops') },
    ]);
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
    expect([headers.get('referrer-policy'), headers.get('access-control-allow-origin')]).toEqual(['no-referrer', null]);
    expect(portal.logged.join('')).not.toContain(demoPath.slice('/docs/demo/'.length));
    const again = await startPortal({ showsDemoKeys: true });
    expect(again.demoPath).toMatch(/^\/docs\/demo\/[\w-]{32}$/);
    expect(again.demoPath).not.toBe(demoPath);
    await again.close();
  });

  test('are on no other page, even if the request comes from the local machine', async () => {
    const { demo, demoPath = '' } = portal;
    for (const path of PAGES) {
      const text = await textOf(path);
      for (const key of [demo.deployment_key, demo.organization_key]) expect(text).not.toContain(key);
    }
    const others = [
      '/docs/demo-keys.json',
      demoPath.slice(0, -1),
      `${demoPath.slice(0, -1)}*`,
      '/docs/demo/',
      '/docs/demo/%',
    ];
    for (const path of others)
      expect((await portal.request('GET', path, { key: null })).text).not.toMatch(/[do]k_\w{20}/);
  });

  test('are shown only if the portal was started with them, and until they are revoked', async () => {
    const without = await startPortal();
    expect([without.demoPath, (await page(without, '/docs/demo/undefined')).status]).toEqual([undefined, 404]);
    await without.close();
    const owner = { organization_id: portal.demo.organization_id };
    const { entries } = await portal.app.store.list('api_keys', owner, undefined, 10);
    const revoked = entries.find(({ kind }) => kind === 'deployment');
    await run(['keys', 'revoke', revoked?.id ?? ''], portal.commandEnv);
    expect((await page(portal)).keys).toMatchObject([{ key: portal.demo.organization_key }]);
  });
});
