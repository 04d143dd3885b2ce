import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { generateKey } from '../../src/calls/api-key.js';
import { ADA, HOME, LogLines, searched } from './secrets.js';

afterEach(() => void searched.taken());

const TOKEN = `chk_01934f3e-0000-7000-8100-000000000003.mxzggulx.${'pNwDN8Pp_5BBXw1g3JFWIg'}`;

test.each([
  ['an API key', generateKey({ secret: (length) => 'a'.repeat(length) }, 'deployment')],
  ['an e-mail address', ADA.email],
  ['the token of a link', TOKEN],
  ['a link code', `lc_${'0'.repeat(24)}`],
  ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ['the credential of a payment', 'tok_approve'],
  ['an address', HOME.street_address],
  ['the secret of a webhook', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
  ['the signature of a request or an event', `sig1=:${Buffer.alloc(64, 7).toString('base64')}:`],
  ['the signature of a request or an event', `v1,${Buffer.alloc(32, 7).toString('base64')}`],
  ['a bearer token', 'authorization: Bearer abcdefgh12345678'],
])('finds %s in a line that arrives in two pieces', async (what, secret) => {
  const lines = new LogLines();
  const line = `${JSON.stringify({ event: 'request', detail: `x ${secret} y` })}\n`;
  lines.write(line.slice(0, 30));
  lines.end(line.slice(30));
  await once(lines, 'finish');
  expect(searched.taken()).toMatchObject({ lines: 1, found: [expect.stringContaining(what)] });
});

test('finds nothing in the log line of a request', () => {
  searched.search(
    '{"time":"2026-11-23T01:30:02.183Z","level":"info","event":"request","request_id":"bdb1293a-05c1-4fd6-a3fe-b680180cc4fd","source_address":"127.0.0.1","route":"/api/commerce/checkouts/{id}","caller":"key_01934f3e-0000-7000-8100-000000000003","ms":1.5}',
  );
  expect(searched.taken()).toEqual({ lines: 1, found: [] });
});

test('can keep lines to search them for a secret that is known later', () => {
  searched.search('one and early');
  searched.keep();
  searched.search('one and two');
  expect([searched.having('one'), searched.having('three')]).toEqual([['one and two'], []]);
  searched.taken();
  expect(searched.having('one')).toEqual([]);
});
