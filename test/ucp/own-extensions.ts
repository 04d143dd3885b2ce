import { expect } from 'vitest';
import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import { extensionName } from '../../src/ucp/site/announced.js';
import type { Options } from '../support/portal.js';
import { call, PROFILE, platformProfile, type Sent, type UcpPortal, ucpPortal } from './platform.js';
import type { Answer } from './random-cart.js';

/** A shop with a host that can appear in names, and a platform that supports the portal's own extensions. */
export const HOST = 'shop.example.com';
export const NAMESPACE = 'com.example.shop';

/** Versions of the portal's extensions, by name. */
export const OWN: Readonly<Record<string, string>> = Object.fromEntries(
  OWN_EXTENSIONS.map((one) => [extensionName({ namespace: NAMESPACE }, one), one.version]),
);

/** URL of a profile with the same capabilities but none of the portal's extensions. */
export const PLAIN_PROFILE = 'https://plain.example/profile.json';

export async function extendedPortal(version: string, options: Options = {}): Promise<UcpPortal> {
  const shop = await ucpPortal(version, { host: HOST }, options);
  shop.connector.serve(PROFILE, platformProfile(version, undefined, undefined, OWN));
  shop.connector.serve(PLAIN_PROFILE, platformProfile(version));
  return shop;
}

/**
 * Makes a call of the platform that must be accepted. Like any other response, its response is checked against the
 * schemas of the extensions.
 */
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
