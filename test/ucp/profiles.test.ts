import { describe, expect, test } from 'vitest';
import { RateLimit } from '../../src/calls/rate-limit.js';
import { isSpecialAddress } from '../../src/outbound/special-addresses.js';
import { profileUrl } from '../../src/ucp/platforms/profile-url.js';
import { Profiles } from '../../src/ucp/platforms/profiles.js';
import { PROFILE, platformProfile, TestConnector } from './platform.js';

const VERSION = '2026-04-08';
const URL_OF_PROFILE = profileUrl(PROFILE, { local: false });

/** Fetches profiles with a clock that stands still except when the test moves it by `pass`. */
function scene(limit?: RateLimit) {
  let now = 1_000_000;
  const connector = new TestConnector();
  connector.serve(PROFILE, platformProfile(VERSION));
  const clock = { now: () => now, sleep: async () => undefined };
  const profiles = new Profiles({ clock, connector, limit, local: false });
  const code = () =>
    profiles.get(URL_OF_PROFILE).then(
      ({ version }) => version,
      (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : error),
    );
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { connector, profiles, code, pass };
}

describe('profiles of platforms', () => {
  test('caches profiles for at least a minute and up to their cache lifetime', async () => {
    const { connector, code, pass } = scene();
    expect(await code()).toBe(VERSION);
    pass(59);
    await code();
    expect(connector.asked).toHaveLength(1);
    connector.serve(PROFILE, platformProfile(VERSION), { cacheControl: 'public, max-age=3600' });
    pass(2);
    await code();
    pass(3599);
    await code();
    expect(connector.asked).toHaveLength(2);
    pass(2);
    await code();
    expect(connector.asked).toHaveLength(3);
  });

  test('retries a failed profile fetch after growing pauses', async () => {
    const { connector, code, pass } = scene();
    connector.serve(PROFILE, 'nonsense');
    expect(await code()).toBe('profile_malformed');
    connector.serve(PROFILE, platformProfile(VERSION));
    pass(4);
    expect(await code()).toBe('profile_malformed');
    connector.serve(PROFILE, '', { status: 500 });
    pass(2);
    expect(await code()).toBe('profile_unreachable');
    pass(9);
    await code();
    expect(connector.asked).toHaveLength(2);
    connector.serve(PROFILE, platformProfile(VERSION));
    pass(2);
    expect(await code()).toBe(VERSION);
  });

  test('shares one request among simultaneous fetches', async () => {
    const { connector, code } = scene();
    expect(await Promise.all([code(), code(), code()])).toEqual([VERSION, VERSION, VERSION]);
    expect(connector.asked).toHaveLength(1);
  });

  test('rejects a name that resolves to an address of this network, even beside a public one', async () => {
    const { connector, code } = scene();
    connector.addresses = ['93.184.215.14', '10.0.0.7'];
    expect(await code()).toBe('invalid_profile_url');
    expect(connector.asked).toEqual([]);
  });

  test('resolves a name once per fetch, and connects to the checked address', async () => {
    const { connector, code, pass } = scene();
    const resolved: string[] = [];
    const next = ['93.184.215.14', '127.0.0.1'];
    connector.resolve = async (host = '') => {
      resolved.push(host);
      return next.splice(0, 1);
    };
    expect(await code()).toBe(VERSION);
    expect([resolved, connector.connected]).toEqual([['agent.example'], ['93.184.215.14']]);
    pass(61);
    expect(await code()).toBe('invalid_profile_url');
    expect(connector.connected).toHaveLength(1);
  });

  test('limits the total number of fetches', async () => {
    const { profiles, code } = scene(new RateLimit(1, 1));
    expect(await code()).toBe(VERSION);
    await expect(profiles.get(profileUrl('https://two.example/p', { local: false }))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 1,
    });
  });

  test('treats a profile whose fetch times out as unreachable', async () => {
    const { connector, code } = scene();
    connector.answer(PROFILE, () => Promise.reject(new DOMException('too slow', 'TimeoutError')));
    expect(await code()).toBe('profile_unreachable');
  });
});

describe('blocked addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.215.14',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
    'nonsense',
  ])('include %s', (address) => expect(isSpecialAddress(address)).toBe(true));

  test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::6810:84e5'])(
    'do not include %s, which is public',
    (address) => expect(isSpecialAddress(address)).toBe(false),
  );
});
