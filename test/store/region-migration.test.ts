import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedStore } from '../../src/store/open-store.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile } from './old-file.js';
import { checkoutRow, NOW, ORG, SHOP } from './sample-rows.js';

const { settings } = SHOP;
const [rate] = settings.shipping;
const SPELLED = {
  ...SHOP,
  id: 'shop_spelled',
  settings: {
    ...settings,
    tax: { ...settings.tax, rates: [{ country: 'US', region: 'Washington', rate_ppm: 101_000 }] },
    shipping: [{ ...rate, zone: { countries: ['US'], regions: ['Oregon', 'Up North'] } }],
  },
};
const place = { address_country: 'US', address_region: 'Washington' };
const checkouts = (['open', 'paying', 'completed'] as const).map((state) =>
  checkoutRow(`chk_${state}`, { state, buyer_id: state, destination: place, billing_address: place }),
);

describe('a file whose regions are spelled out', () => {
  let folder: string;
  let store: OpenedStore;
  beforeEach(async () => {
    folder = temporaryFolder();
    const file = join(folder, 'old.db');
    const database = openOldFile(file, 4);
    insert(database, 'shop', { key: SPELLED.id, organization_id: ORG.id }, SPELLED);
    for (const row of checkouts) {
      const { id, shop_id, deployment_id, buyer_id, state, expires_at } = row;
      insert(database, 'checkout', { key: id, shop_id, deployment_id, buyer_id, state, expires_at }, row);
    }
    database.close();
    store = await storeOn(file);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('gets codes for the known region names in settings, in a new version of the row', async () => {
    const [changed, same] = await store.read((rows) => [rows.get('shop', SPELLED.id), rows.get('shop', SHOP.id)]);
    expect(changed?.settings.tax.rates[0]).toEqual({ country: 'US', region: 'WA', rate_ppm: 101_000 });
    expect(changed?.settings.shipping[0]?.zone).toEqual({ countries: ['US'], regions: ['OR', 'Up North'] });
    expect(changed?.version).toBe(OLD_VERSION + 1);
    expect(same?.version).toBe(OLD_VERSION);
    expect(same?.settings).toEqual(SHOP.settings);
  });

  it.each([
    ['open', 'WA', 1],
    ['paying', 'Washington', 0],
    ['completed', 'Washington', 0],
  ])('gives a checkout that is %s the region %s', async (state, region, changes) => {
    const found = await store.read((rows) => rows.get('checkout', `chk_${state}`));
    expect(found?.destination).toEqual({ ...place, address_region: region });
    expect(found?.billing_address).toEqual({ ...place, address_region: region });
    expect(found?.version).toBe(OLD_VERSION + changes);
    expect(found?.created_at).toBe(NOW);
  });
});
