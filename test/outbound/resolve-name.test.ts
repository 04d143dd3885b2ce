import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveName } from '../../src/outbound/resolve-name.js';
import { NameServer } from './name-server.js';

/** More lookups than threads in Node's pool, which file access and `getaddrinfo` share. */
const MANY = 50;

let names: NameServer;
let servers: readonly string[];
beforeEach(async () => {
  names = new NameServer({
    'both.example': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['20010db8000000000000000000000001'] },
    'only-six.example': { A: [], AAAA: ['20010db8000000000000000000000002'] },
    'none.example': { A: [], AAAA: [] },
    'silent.example': 'nothing',
  });
  servers = [await names.open()];
});
afterEach(() => names.close());

const resolved = (host: string, signal = new AbortController().signal) => resolveName(host, signal, servers);

test("returns a name's IPv4 addresses, then its IPv6 addresses", async () => {
  expect(await resolved('both.example')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  expect(await resolved('only-six.example')).toEqual(['2001:db8::2']);
});

test.each([
  ['absent.example', 'ENOTFOUND'],
  ['none.example', 'ENODATA'],
])('rejects %s with %s', async (host, code) => {
  await expect(resolved(host)).rejects.toMatchObject({ code });
});

test('resolves local names without a query', async () => {
  for (const host of ['localhost', 'a.localhost', 'localhost.'])
    expect(await resolved(host)).toEqual(['127.0.0.1', '::1']);
  expect(names.asked).toEqual([]);
});

test('a lookup without an answer delays neither other lookups nor file access, and stops on abort', async () => {
  const endings = Array.from({ length: MANY }, () => new AbortController());
  const ended = Promise.allSettled(endings.map(({ signal }) => resolved('silent.example', signal)));
  expect(await resolved('both.example')).toHaveLength(3);
  expect(await readFile(new URL(import.meta.url), 'utf8')).toContain('MANY');
  const reason = new Error('the time is over');
  for (const ending of endings) ending.abort(reason);
  expect(await ended).toEqual(endings.map(() => ({ status: 'rejected', reason })));
  await expect(resolved('both.example', AbortSignal.abort(reason))).rejects.toBe(reason);
});
