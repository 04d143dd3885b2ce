import { expect } from 'vitest';
import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import { extensionName } from '../../src/ucp/site/announced.js';
import type { Options } from '../support/portal.js';
import { call, PROFILE, platformProfile, type Sent, type UcpPortal, ucpPortal } from './platform.js';
import type { Answer } from './random-cart.js';

/** A shop whose host can stand in names, and a platform that has the portal's own extensions too. */
export const HOST = 'shop.example.com';
export const NAMESPACE = 'com.example.shop';

/** The versions of the own extensions, by name. */
export const OWN: Readonly<Record<string, string>> = Object.fromEntries(
  OWN_EXTENSIONS.map((one) => [extensionName({ namespace: NAMESPACE }, one), one.version]),
);

/** A profile with the same capabilities and no own extensions. */
export const PLAIN_PROFILE = 'https://plain.example/profile.json';

export async function extendedPortal(version: string, options: Options = {}): Promise<UcpPortal> {
  const shop = await ucpPortal(version, { host: HOST }, options);
  shop.connector.serve(PROFILE, platformProfile(version, undefined, undefined, OWN));
  shop.connector.serve(PLAIN_PROFILE, platformProfile(version));
  return shop;
}

/** A call of the platform that is taken. Its answer is held against the own schemas like any other. */
export async function taken(
  shop: UcpPortal,
  version: string,
  [method, path]: readonly [string, string],
  sent: Sent = {},
): Promise<Answer> {
  const { json } = await call(shop, version, method, path, { key: shop.key, ...sent });
  expect([json.code, json.content]).toEqual([undefined, undefined]);
  return json;
}
