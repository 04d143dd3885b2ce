import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenLocally } from '../support/listen-locally.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { allow, asking, callTool, exchange, openConsent, REDIRECT } from './assistant.js';

/** Hosts over HTTPS on this machine stand in for that of an assistant, and for an identity provider. */

const CERTIFICATE = fileURLToPath(new URL('../mail/tls/certificate.txt', import.meta.url));
const KEY = fileURLToPath(new URL('../mail/tls/key.txt', import.meta.url));
const DEPLOYMENT = 'dep_01930000-0000-7000-8000-000000000003';

let host: Server;
let origin: string;
let trusting: Serving;
let strict: Serving;
let key: CryptoKey;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one' };
  host = createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }, ({ url }, response) => {
    const client = { client_id: `${origin}/client.json`, client_name: 'Assistant', redirect_uris: [REDIRECT] };
    const configuration = { issuer: origin, jwks_uri: `${origin}/keys`, keys: [jwk] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url === '/client.json' ? client : configuration));
  });
  origin = (await listenLocally(host)).replace('http://127.0.0.1', 'https://localhost');
  const folder = temporaryFolder();
  const issuers = join(folder, 'issuers.json');
  writeFileSync(issuers, JSON.stringify([{ issuer: origin, deployments: [DEPLOYMENT] }]));
  const env = { PORTAL_OAUTH: '1', PORTAL_LOCAL_ADDRESSES: '1', PORTAL_OAUTH_ISSUERS: issuers };
  const database = join(folder, 'portal.db');
  trusting = await serve(database, { ...env, NODE_EXTRA_CA_CERTS: CERTIFICATE });
  strict = await serve(database, env);
});
afterAll(async () => {
  await Promise.all([trusting.stop('SIGTERM'), strict.stop('SIGTERM')]);
  host.closeAllConnections();
  host.close();
});

const token = (url: string) =>
  new SignJWT({ scope: 'commerce' })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(origin)
    .setAudience(`${url}/mcp`)
    .setSubject('ada')
    .setExpirationTime('5 minutes')
    .sign(key);

test('reads the metadata document of a client over HTTPS', async () => {
  const asked = asking(`${origin}/client.json`);
  const page = await openConsent(trusting.url, asked);
  expect(page.text).toContain('data-client="metadata"');
  const { code } = await allow(trusting.url, asked);
  const { status, json } = await exchange(trusting.url, asked, code);
  expect(status).toBe(200);
  expect((await callTool(trusting.url, json.access_token, 'get_cart')).status).toBe(200);
});

test('accepts tokens of an issuer over HTTPS', async () => {
  expect((await callTool(trusting.url, await token(trusting.url), 'get_cart')).status).toBe(200);
});

test('trusts no host whose certificate is not valid', async () => {
  expect((await openConsent(strict.url, asking(`${origin}/client.json`))).status).toBe(401);
  expect((await callTool(strict.url, await token(strict.url), 'get_cart')).status).toBe(503);
});
