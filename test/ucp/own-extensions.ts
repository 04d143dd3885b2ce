import { expect } from 'vitest';
import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import { extensionName, schemaPath } from '../../src/ucp/site/announced.js';
import type { Options } from '../support/portal.js';
import { call, PROFILE, platformProfile, type Sent, type UcpPortal, ucpPortal } from './platform.js';
import { answerProblems, checkoutProblems, type Operation, servedProblems } from './schemas.js';

/** A shop whose host can stand in names, and a platform that has the portal's own extensions too. */
export const HOST = 'shop.example.com';
const NAMESPACE = 'com.example.shop';

/** The versions of the own extensions, by name. */
export const OWN: Readonly<Record<string, string>> = Object.fromEntries(
  OWN_EXTENSIONS.map((one) => [extensionName({ namespace: NAMESPACE }, one), one.version]),
);

/** A profile with the same capabilities and no own extensions. */
export const PLAIN_PROFILE = 'https://plain.example/profile.json';

export async function extendedPortal(version: string, options: Options = {}): Promise<UcpPortal> {
  const shop = await ucpPortal(version, { host: HOST }, options);
  shop.connector.serve(PROFILE, platformProfile(version, undefined, OWN));
  shop.connector.serve(PLAIN_PROFILE, platformProfile(version));
  return shop;
}

/** The schemas as the shop serves them, by name. */
async function servedSchemas({ portal }: UcpPortal) {
  const all = OWN_EXTENSIONS.map(async (one) => {
    const { json } = await portal.request('GET', schemaPath(one), { key: null });
    return [String(json.name), json] as const;
  });
  return new Map(await Promise.all(all));
}

/**
 * A call whose answer is held against the published schemas, and those of the own extensions that it names.
 * `operation`: as the registry names it.
 */
export async function checkedCall(
  shop: UcpPortal,
  version: string,
  operation: string,
  [method, path]: readonly [string, string],
  sent: Sent = {},
) {
  const { status, json } = await call(shop, version, method, path, { key: shop.key, ...sent });
  expect([json.code, json.content]).toEqual([undefined, undefined]);
  const names = Object.keys(json.ucp.capabilities ?? {});
  expect(answerProblems(version, operation, names, json)).toEqual([]);
  expect(await ownProblems(shop, version, operation, names, json)).toEqual([]);
  return { status, json };
}

async function ownProblems(
  shop: UcpPortal,
  version: string,
  operation: string,
  names: readonly string[],
  json: unknown,
) {
  const parent = `dev.ucp.shopping.${operation.slice(operation.indexOf('_') + 1)}`;
  const schemas = await servedSchemas(shop);
  return names.flatMap((name) => {
    const schema = schemas.get(name);
    return schema ? servedProblems(version, schema, parent, json) : [];
  });
}

/** What is wrong with the body of a request; [] = nothing. */
export async function bodyProblems(
  shop: UcpPortal,
  version: string,
  name: string,
  body: unknown,
  operation: Operation,
) {
  const schema = (await servedSchemas(shop)).get(name);
  const parent = 'dev.ucp.shopping.checkout';
  return [
    ...checkoutProblems(version, [], body, operation),
    ...servedProblems(version, schema, parent, body, operation),
  ];
}
