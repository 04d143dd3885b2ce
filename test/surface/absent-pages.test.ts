import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';

/** The `Accept` of browsers when a person opens a link. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const get = (path: string, headers: Readonly<Record<string, string>>, key: string | null = null, method = 'GET') =>
  portal.request(method, path, { key, headers });

describe('a path that does not exist', () => {
  it.each([
    ['/none', 'en', 'This link does not work'],
    ['/none/', 'de', 'Dieser Link funktioniert nicht'],
    ['/docs/none', 'fr', 'Ce lien ne fonctionne pas'],
    ['/orders/a/b/c', 'es', 'Este enlace no funciona'],
    ['/media/none/none.png', 'it', 'Questo link non funziona'],
  ])('is a page for a browser at %s in the language %s', async (path, language, title) => {
    const { status, headers, text } = await get(path, { accept: BROWSER, 'accept-language': language });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  it.each(['/none', '/none/', '/a/b/c', '/docs/none'])('loads its style from the page at %s', async (path) => {
    const { text } = await get(path, { accept: BROWSER });
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    const { pathname } = new URL(style, new URL(path, portal.url));
    expect((await get(pathname, {})).headers.get('content-type')).toMatch(/^text\/css/);
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['no Accept', 'GET', {}],
    ['any type', 'GET', { accept: '*/*' }],
    ['JSON', 'GET', { accept: 'application/json' }],
    ['a form', 'POST', { accept: BROWSER }],
  ])('is JSON for a request with %s', async (_what, method, headers) => {
    const { status, json } = await get('/none', headers, null, method);
    expect({ status, json }).toEqual({
      status: 404,
      json: { error: 'not_found', detail: 'There is no such route; see /openapi.json.' },
    });
  });

  it('sends the same headers without a body for HEAD', async () => {
    const [page, head] = [
      await get('/none', { accept: BROWSER }),
      await get('/none', { accept: BROWSER }, null, 'HEAD'),
    ];
    expect([head.status, head.text]).toEqual([404, '']);
    expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
  });
});

it('sends the error of an operation as JSON to a browser too', async () => {
  const { status, json } = await get('/api/commerce/items/none', { accept: BROWSER }, portal.demo.deployment_key);
  expect([status, json.error]).toEqual([404, 'not_found']);
});
