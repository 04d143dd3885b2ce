import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

/** Precedence of errors for merchants; auth-order.test.ts covers shopping. */

const S = '/api/shops';
const STALE = { 'if-match': '"99"' };
const LARGE = '{'.padEnd(256 * 1024 + 1);
const TEXT = { 'content-type': 'text/plain' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
});
afterAll(() => portal.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key?: string | null;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function codeOf({ method, path, ...sent }: Sent): Promise<[number, string]> {
  const { status, json } = await portal.request(method, path, sent);
  return [status, json.error];
}

describe('401 and 403 come before', () => {
  it.each<[string, Sent]>([
    ['405', { method: 'POST', path: `${S}/x/settings` }],
    ['413', { method: 'PUT', path: `${S}/x/settings`, raw: LARGE }],
    ['415', { method: 'PUT', path: `${S}/x/discounts/x`, raw: '{', headers: TEXT }],
    ['400 of the body', { method: 'PUT', path: `${S}/x/settings`, raw: '{' }],
    ['400 of a path that does not percent-decode', { method: 'GET', path: `${S}/%zz/discounts` }],
    ['404', { method: 'DELETE', path: `${S}/x/discounts/x`, headers: STALE }],
  ])('%s', async (_name, sent) => {
    expect(await codeOf({ ...sent, key: null })).toEqual([401, 'unauthorized']);
    expect(await codeOf({ ...sent, key: portal.demo.deployment_key })).toEqual([403, 'forbidden']);
  });
});

describe('precedence of the other errors', () => {
  const NEW = '{"title":"x","kind":"free_shipping","item_ids":["absent"]}';
  const at = (path: string, rest: Partial<Sent> = {}): Sent => ({
    method: 'PUT',
    path: `${S}/${portal.demo.shop_id}${path}`,
    key: portal.demo.organization_key,
    ...rest,
  });
  const elsewhere = (path: string, rest: Partial<Sent>): Sent => ({ ...at('', rest), path: `${S}/absent${path}` });

  it.each<[string, () => Sent, [number, string]]>([
    ['form before absent shop', () => elsewhere('/settings', { raw: '{"country":1}' }), [400, 'invalid_request']],
    [
      'form before stale version',
      () => at('/settings', { raw: '{"country":1}', headers: STALE }),
      [400, 'invalid_request'],
    ],
    [
      'absent shop before stale version',
      () => elsewhere('/settings', { raw: '{"payment_handlers":[]}', headers: STALE }),
      [404, 'shop_not_found'],
    ],
    [
      'absent shop before absent discount',
      () => elsewhere('/discounts/ABSENT', { method: 'DELETE' }),
      [404, 'shop_not_found'],
    ],
    [
      'absent discount before stale version',
      () => at('/discounts/ABSENT', { method: 'DELETE', headers: STALE }),
      [404, 'discount_not_found'],
    ],
    [
      'stale version before an unknown handler',
      () => at('/settings', { raw: '{"payment_handlers":["absent"]}', headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'stale version before an unknown item',
      () => at('/discounts/WELCOME10', { raw: NEW, headers: STALE }),
      [412, 'version_conflict'],
    ],
    [
      'a version of an absent discount before an unknown item',
      () => at('/discounts/ABSENT', { raw: NEW, headers: STALE }),
      [412, 'version_conflict'],
    ],
    ['absent shop before an unknown item', () => elsewhere('/discounts/X', { raw: NEW }), [404, 'shop_not_found']],
    ['an unknown item last', () => at('/discounts/WELCOME10', { raw: NEW }), [400, 'item_not_found']],
  ])('%s', async (_name, sent, answer) => {
    expect(await codeOf(sent())).toEqual(answer);
  });
});
