import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnection } from '../support/raw-http.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test.each(['/healthz', '/api/commerce/items', '/docs'])('rejects two Host headers at %s', async (path) => {
  const connection = await rawConnection(portal.url);
  connection.send(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n`);
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 400 .*"Host: must be sent once"/s);
});
