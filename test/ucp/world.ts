import { itemKey } from '../../src/domain/shop/item.js';
import { required } from '../../src/domain/values/required.js';
import { insertWrite } from '../../src/ports.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import type { TestPortal } from '../support/portal.js';
import { secondTenant } from '../support/tenants.js';
import {
  OPEN,
  OTHER_PROFILE,
  PROFILE,
  platformKey,
  platformProfile,
  setUcp,
  type UcpPortal,
  ucpPortal,
} from './platform.js';

/** Platforms at three deployments, each with its own host: two of one organization, and one of another. */
export interface World {
  readonly portal: TestPortal;
  readonly shop: UcpPortal;
  readonly key: string;
  /** Key of another platform at the same shop. */
  readonly otherKey: string;
  /** Keys of the same platform, at another deployment of the organization and at one of another organization. */
  readonly strangerKey: string;
  readonly foreignKey: string;
}

export const HOST = 'one.example.com';
export const STRANGER_HOST = 'two.example.com';
export const FOREIGN_HOST = 'three.example.com';
/** An item sold only at the other organization's shop. */
export const FOREIGN_ITEM = 'foreign-mug';

export const profileOf = (profile: string, version: string) => profile.replace('.json', `-${version}.json`);
const everyVersion = (profile: string) => VERSIONS.map(({ date }) => profileOf(profile, date));

export async function openWorld(): Promise<World> {
  const shop = await ucpPortal('2026-08-25');
  const { portal, connector } = shop;
  for (const { date } of VERSIONS) {
    for (const profile of [PROFILE, OTHER_PROFILE]) connector.serve(profileOf(profile, date), platformProfile(date));
  }
  await setUcp(portal, { ...OPEN, host: HOST });
  const foreign = await secondTenant(portal, FOREIGN_ITEM);
  const { deployment_id } = await portal.app.store.update((rows) => {
    const one = required(rows.get('deployment', portal.demo.deployment_id), 'deployment');
    const two = { ...one, id: 'dep_two', version: 0, ucp: { ...OPEN, host: STRANGER_HOST } };
    return { writes: [insertWrite('deployment', two)], result: { deployment_id: two.id } };
  });
  await anotherItem(portal, foreign.shop_id);
  const at = (demo: Partial<TestPortal['demo']>, profile: string) =>
    platformKey({ ...portal, demo: { ...portal.demo, ...demo } }, everyVersion(profile));
  const { organization_id } = foreign;
  await setUcp(
    { ...portal, demo: { ...portal.demo, deployment_id: foreign.deployment_id } },
    { ...OPEN, host: FOREIGN_HOST },
  );
  return {
    portal,
    shop,
    key: await at({}, PROFILE),
    otherKey: await at({}, OTHER_PROFILE),
    strangerKey: await at({ deployment_id }, PROFILE),
    foreignKey: await at({ deployment_id: foreign.deployment_id, organization_id }, PROFILE),
  };
}

/** Adds an item, so that a list of the other organization's shop has two pages. */
async function anotherItem({ app }: TestPortal, shop_id: string): Promise<void> {
  await app.store.update((rows) => {
    const item = required(rows.get('item', itemKey(shop_id, FOREIGN_ITEM)), FOREIGN_ITEM);
    return { writes: [insertWrite('item', { ...item, id: `${FOREIGN_ITEM}-2`, version: 0 })], result: undefined };
  });
}
