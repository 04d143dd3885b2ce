import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { rawConnection, requestText } from '../support/raw-http.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { demoKey } from './database-file.js';

/** Paths are matched exactly as sent, also in the built program. */
let folder: string;
let portal: Serving;
let key: string;
beforeAll(async () => {
  folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  portal = await serve(database, NO_LOAD_LIMITS);
  key = demoKey(database);
});
afterAll(async () => {
  await portal.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

async function answerTo(method: string, path: string, headers: Record<string, string>): Promise<string> {
  const connection = await rawConnection(portal.url);
  connection.send(requestText(path, { ...headers, connection: 'close', 'content-length': '0' }, method));
  const text = await connection.closed;
  const status = text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  return [status, /"error":"(\w+)"/.exec(text)?.[1]].join(' ').trimEnd();
}

const NO_ROUTE = '404 not_found';
const REFUSED = '401 unauthorized';
const WRONG_METHOD = '405 method_not_allowed';
const ABSENT = '404 checkout_not_found';
const MALFORMED = '400 invalid_request';

test.each([
  ['GET', '/api', NO_ROUTE, NO_ROUTE],
  ['GET', '/api/', NO_ROUTE, REFUSED],
  ['GET', '/api//', NO_ROUTE, REFUSED],
  ['GET', '/API/commerce/checkouts/current', NO_ROUTE, NO_ROUTE],
  ['GET', '//api/commerce/checkouts/current', NO_ROUTE, NO_ROUTE],
  ['GET', '/api/commerce/checkouts/current', '200', REFUSED],
  ['GET', '/api/commerce/checkouts/current?', '200', REFUSED],
  ['GET', '/api/commerce/checkouts/current#part', '200', REFUSED],
  ['GET', 'http://localhost/api/commerce/checkouts/current', '200', REFUSED],
  ['GET', '/api/commerce/checkouts/current/', NO_ROUTE, REFUSED],
  ['GET', '/api/commerce//checkouts/current', NO_ROUTE, REFUSED],
  ['GET', '/api/./commerce/checkouts/current', NO_ROUTE, REFUSED],
  ['GET', '/api/%63ommerce/checkouts/current', NO_ROUTE, REFUSED],
  ['GET', '/api/commerce/checkouts/%63urrent', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/__proto__', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/a%2Fb', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/a;b=c', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/..', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/%00', ABSENT, REFUSED],
  ['GET', '/api/commerce/checkouts/', NO_ROUTE, REFUSED],
  ['GET', '/api/commerce/checkouts/%', MALFORMED, REFUSED],
  ['GET', '/api/commerce/checkouts/%E0%A4', MALFORMED, REFUSED],
  ['GET', '/api/absent/%', MALFORMED, REFUSED],
  ['HEAD', '/api/commerce/checkouts/a', '404', '401'],
  ['DELETE', '/api/commerce/checkouts/current', WRONG_METHOD, REFUSED],
  ['OPTIONS', '/api/commerce/checkouts/a', WRONG_METHOD, REFUSED],
  ['HEAD', '/api/commerce/checkouts/a/line-items', '405', '401'],
  ['GET', '/api/commerce/checkouts/a/line-items/b/c', NO_ROUTE, REFUSED],
  ['GET', '/constructor', NO_ROUTE, NO_ROUTE],
  ['GET', '/%', NO_ROUTE, NO_ROUTE],
  ['OPTIONS', '*', NO_ROUTE, NO_ROUTE],
])('%s %s returns %s, and without a key %s', async (method, path, withKey, without) => {
  const buyer = { 'x-api-key': key, 'x-buyer-id': 'b' };
  expect([await answerTo(method, path, buyer), await answerTo(method, path, {})]).toEqual([withKey, without]);
});
