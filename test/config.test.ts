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

describe('PORTAL_LOG_NAME', () => {
  const named = (text: string) => readConfig({ PORTAL_LOG_NAME: text }, {}).logName;

  it.each(['example.com', 'example.com/receipts', '127.0.0.1:29101/logs', 'localhost:1', 'a.example:65535/b/c_d-e.f'])(
    'accepts %j',
    (text) => {
      expect(named(text)).toBe(text);
    },
  );

  it.each([
    ...['example.com:', 'example.com:0', 'example.com:65536/logs', 'example.com:8443x', ':8443', 'a:1:2', 'a/b:1'],
    ...['a b', 'a+b', 'é.example', 'a//', '/a', 'x'.repeat(101)],
  ])('rejects %j', (text) => {
    expect(() => named(text)).toThrow(/^PORTAL_LOG_NAME \(--log-name\) must be a name such as example\.com:8443/);
  });
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

const mailServer = (text: string) => readConfig({ PORTAL_SMTP_URL: text }, {}).mailServer;

describe('PORTAL_SMTP_URL', () => {
  const login = { user: 'shop@mail', password: 'p:ss' };

  it.each([
    ['file:/data/mail', { kind: 'file', folder: '/data/mail' }],
    ['file:///data/mail', { kind: 'file', folder: '/data/mail' }],
    ['smtp://mail.shop.com', { kind: 'smtp', host: 'mail.shop.com', port: 587, tls: 'required' }],
    [
      'smtp://shop%40mail:p%3Ass@[2001:db8::1]:25',
      { kind: 'smtp', host: '2001:db8::1', port: 25, tls: 'required', login },
    ],
    ['smtp://mail.shop.com?tls=never', { kind: 'smtp', host: 'mail.shop.com', port: 587, tls: 'never' }],
    ['smtp://localhost:1025', { kind: 'smtp', host: 'localhost', port: 1025, tls: 'never' }],
    ['smtp://127.0.0.2/?tls=optional', { kind: 'smtp', host: '127.0.0.2', port: 587, tls: 'optional' }],
    ['smtp://127.0.0.1.shop.com', { kind: 'smtp', host: '127.0.0.1.shop.com', port: 587, tls: 'required' }],
    ['smtps://mail.shop.com', { kind: 'smtp', host: 'mail.shop.com', port: 465, tls: 'implicit' }],
  ])('reads %s', (text, server) => {
    expect(mailServer(text)).toEqual(server);
  });

  it.each([
    ...['mail.shop.com', 'http://mail.shop.com', 'smtp://', 'smtp://mail.shop.com/path', 'file:', 'smtp://u@shop.com'],
    ...['smtp://mail.shop.com?tls=implicit', 'smtp://mail.shop.com?tls=never&a=1', 'smtps://mail.shop.com?tls=never'],
    ...['smtp://u:%ff@shop.com', 'smtp://mail.shop.com?TLS=never', 'smtp://mail.shop.com#a', 'file://data/mail'],
  ])('rejects %s', (text) => {
    expect(() => mailServer(text)).toThrow(/^PORTAL_SMTP_URL must be /);
  });

  it('names no password in its error', () => {
    expect(() => mailServer('smtp://user:geheim@shop.com/path')).not.toThrow(/geheim/);
  });
});

it('reads the domains in which shops may choose a sender', () => {
  const domains = (text: string) => readConfig({ PORTAL_MAIL_DOMAINS: text }, {}).mailDomains;
  expect(domains('')).toEqual([]);
  expect(domains('Shop.com, other.org@org_1-2')).toEqual([
    { domain: 'shop.com', organization_id: undefined },
    { domain: 'other.org', organization_id: 'org_1-2' },
  ]);
  for (const text of [
    'com',
    '*.shop.com',
    '@shop.com',
    'shop.com.',
    'shop.com@',
    'shop.com@shp_1',
    'shop.com@org_1@org_2',
  ])
    expect(() => domains(text)).toThrow(/^PORTAL_MAIL_DOMAINS \(--mail-domains\) must be domains/);
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

describe('PORTAL_OAUTH', () => {
  const oauth = (env: Readonly<Record<string, string>>) => readConfig({ PORTAL_OAUTH: '1', ...env }, {}).oauth;

  it.each([
    {},
    { PORTAL_PUBLIC_URL: 'https://shop.example.com' },
    { PORTAL_PUBLIC_URL: 'https://shop.example.com/', PORTAL_HOST: '0.0.0.0' },
    { PORTAL_PUBLIC_URL: 'http://localhost:3000' },
    { PORTAL_PUBLIC_URL: 'http://[::1]:3000' },
  ])('is accepted with %j', (env) => {
    expect(oauth(env)).toBe(true);
  });

  it.each([
    { PORTAL_HOST: '0.0.0.0' },
    { PORTAL_PUBLIC_URL: 'http://shop.example.com' },
    { PORTAL_PUBLIC_URL: 'http://localhost.example.com' },
    { PORTAL_PUBLIC_URL: 'https://shop.example.com/portal' },
  ])('is rejected with %j', (env) => {
    expect(() => oauth(env)).toThrow(/^PORTAL_OAUTH \(--oauth\) must be 0 unless PORTAL_PUBLIC_URL is an https URL/);
  });
});
