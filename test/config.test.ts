import { describe, expect, it } from 'vitest';
import { readConfig, shownDatabase } from '../src/config.js';

const trusted = (text: string) => readConfig({ PORTAL_TRUSTED_PROXIES: text }, {}).trustedProxies;

describe('PORTAL_TRUSTED_PROXIES', () => {
  it.each<[string, number | readonly string[] | undefined]>([
    ['', undefined],
    ['0', 0],
    ['2', 2],
    ['loopback', ['loopback']],
    ['loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.1', ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']],
  ])('accepts %j', (text, expected) => {
    expect(trusted(text)).toEqual(expected);
  });

  it.each(['true', 'all', '-1', '100', '1.5', ',', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', 'a.example'])(
    'rejects %j',
    (text) => {
      expect(() => trusted(text)).toThrow(/^PORTAL_TRUSTED_PROXIES \(--trusted-proxies\) must be a number/);
    },
  );
});

it.each([
  ['PORTAL_OPEN_RATE', 'openRate', 50],
  ['PORTAL_MAX_CONNECTIONS', 'maxConnections', 2000],
  ['PORTAL_MAX_REQUESTS', 'maxRequests', 1000],
  ['PORTAL_MAX_UNANSWERED', 'maxUnanswered', 8],
  ['PORTAL_REQUEST_SECONDS', 'requestSeconds', 30],
] as const)('reads %s as a positive number, with its own default', (env, name, fallback) => {
  expect(readConfig({}, {})[name]).toBe(fallback);
  expect(readConfig({ [env]: '7' }, {})[name]).toBe(7);
  expect(() => readConfig({ [env]: '0' }, {})).toThrow(`${env} (`);
});

describe('a database URL that names several servers', () => {
  const url = 'postgres://db1:pass,word@db1:5433,db2.example:5432/shop?sslmode=verify-full';

  it('is shown without its password', () => {
    expect(shownDatabase(url)).toBe('postgres://db1@db1:5433,db2.example:5432/shop?sslmode=verify-full');
  });

  it('names its files after the first server', () => {
    const { files } = readConfig({ PORTAL_DB: url, XDG_DATA_HOME: '/data' }, {});
    expect(files).toBe('/data/portal/shop@db1@5433');
  });
});
