import { afterEach, beforeEach, expect, test } from 'vitest';
import { Visitor } from '../actors/visitor.js';
import { codePath, mailFor } from '../desk/scene.js';
import { type ServedDatabase, servedDatabase } from '../e2e/served-database.js';
import { asking, authorizeUrl, callTool, exchange, REDIRECT, register } from '../oauth/assistant.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { allowOn } from './scene.js';

/** An account behind two portals, whose state is only in the database. */

let database: ServedDatabase;
let servers: Serving[];
let folder: string;
beforeEach(async () => {
  database = await servedDatabase();
  folder = temporaryFolder();
  const env = {
    ...database.env,
    PORTAL_OAUTH: '1',
    PORTAL_RATE_LIMIT: '0',
    PORTAL_SMTP_URL: `file:${folder}`,
    PORTAL_PUBLIC_URL: 'http://localhost:3000',
  };
  servers = await serveAll(2, database.name, env);
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

const at = (index: number) => servers[index]?.url ?? '';
const statuses = (token: string) =>
  Promise.all([0, 1].map(async (index) => (await callTool(at(index), token, 'get_cart')).status));

/** Sends the same browser's next requests to the other portal. */
function moved(visitor: Visitor, index: number): Visitor {
  const other = new Visitor({ url: at(index) });
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  return other;
}

test('ends a grant, and all sessions, at both portals from the next call on', async () => {
  const { json } = await register(at(0), { redirect_uris: [REDIRECT] });
  const asked = asking(json.client_id);
  const path = authorizeUrl('', asked);
  const stranger = new Visitor({ url: at(0) });
  const consent = await stranger.get(path);
  const link = (/href="\.\.(\/sign-in\?shop=[^"]+)"/.exec(consent.text)?.[1] ?? '').replaceAll('&amp;', '&');
  const waiting = await stranger.submit(await stranger.get(link), 'sign-in', { email: 'two@buyer.example.test' });
  const { code } = await mailFor({ folder }, waiting);
  const visitor = moved(stranger, 1);
  const page = await visitor.submit(waiting, codePath(waiting), { code });
  const allowed = await allowOn(visitor, page, path);
  const granted = /[?&;]code=([\w-]+)/.exec(allowed.text)?.[1] ?? '';
  const { access_token } = (await exchange(at(0), asked, granted)).json;
  expect(await statuses(access_token)).toEqual([200, 200]);
  const home = /href="\.\.(\/account\/[\w-]+)"/.exec(allowed.text)?.[1] ?? '';
  const account = await visitor.get(home);
  const id = /data-grant="([\w-]+)"/.exec(account.text)?.[1] ?? '';
  await visitor.submit(account, `..${home}/grants/${id}/end`);
  expect(await statuses(access_token)).toEqual([401, 401]);
  await visitor.submit(await visitor.get(home), `..${home}/sign-out-everywhere`);
  for (const index of [0, 1]) expect((await moved(visitor, index).get(home)).path).toMatch(/^\/sign-in/);
  database.assertSound();
});
