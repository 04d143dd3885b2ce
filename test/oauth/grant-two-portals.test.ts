import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServedDatabase, servedDatabase } from '../e2e/served-database.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { allow, asking, callTool, exchange, REDIRECT, refresh, register, type Tokens } from './assistant.js';

/** One authorization server behind two portals, whose state is only in the database. */

let database: ServedDatabase;
let servers: Serving[];
beforeEach(async () => {
  database = await servedDatabase();
  // One public address, as behind a balancer, so that both portals have the same issuer and audience.
  const env = {
    ...database.env,
    PORTAL_OAUTH: '1',
    PORTAL_RATE_LIMIT: '0',
    PORTAL_PUBLIC_URL: 'http://localhost:3000',
  };
  servers = await serveAll(2, database.name, env);
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

const at = (index: number) => servers[index % 2]?.url ?? '';
const statusOf = async (index: number, { access_token }: Tokens) =>
  (await callTool(at(index), access_token, 'get_cart')).status;
const INVALID = { status: 400, json: { error: 'invalid_grant' } };

/** Registers at one portal, consents at the other, and returns the code. */
async function newCode() {
  const { json } = await register(at(0), { redirect_uris: [REDIRECT] });
  const asked = asking(json.client_id);
  return { asked, ...(await allow(at(1), asked)) };
}

async function newTokens() {
  const { asked, code, manage } = await newCode();
  const tokens: Tokens = (await exchange(at(0), asked, code)).json;
  return { client_id: asked.client_id, tokens, manage: new URL(manage).pathname };
}

test('exchanges a code once, even if both portals get it at once', async () => {
  const { asked, code } = await newCode();
  const replies = await Promise.all(Array.from({ length: 8 }, (_one, index) => exchange(at(index), asked, code)));
  const won = replies.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(await statusOf(0, won[0]?.json)).toBe(401);
  expect(await statusOf(1, won[0]?.json)).toBe(401);
  database.assertSound();
});

test('gives one pair to refreshes at both portals, and ends the grant everywhere at once', async () => {
  const { client_id, tokens, manage } = await newTokens();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_one, index) => refresh(at(index), client_id, tokens.refresh_token)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map(({ json }) => json.access_token)).size).toBe(1);
  const next: Tokens = replies[0]?.json;
  expect([await statusOf(0, next), await statusOf(1, next), await statusOf(1, tokens)]).toEqual([200, 200, 200]);
  expect((await fetch(`${at(0)}${manage}/end`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  expect([await statusOf(1, next), await statusOf(0, next), await statusOf(1, tokens)]).toEqual([401, 401, 401]);
  expect(await refresh(at(1), client_id, next.refresh_token)).toMatchObject(INVALID);
  database.assertSound();
});
