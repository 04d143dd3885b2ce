import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readItems } from '../feeds/read-items.js';
import type { RowProblem } from '../operations/shop/check-items.js';
import { EXPLICIT, itemWrites, planItems } from '../operations/shop/plan-items.js';
import { newAgent, newConsumer, newDeployment, newOrganization, newShop } from '../operations/tenancy/provision.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { insertWrite, type Store, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { demoShop } from '../schema/demo.js';
import { discountEntry } from '../schema/discount.js';
import { DEMO_IDS } from './demo-ids.js';

const FOLDER = join(PACKAGE_ROOT, 'db', 'demo');

/** Writes the demo shop with its items, unless another process has done so meanwhile. */
export async function storeDemo(store: Store, by: Author): Promise<void> {
  const items = demoItems();
  await store.update((rows) => {
    if (rows.get('organization', DEMO_IDS.organization_id)) return { writes: [], result: undefined };
    const { planned, refused } = planItems(rows, DEMO_IDS.shop_id, items, EXPLICIT);
    assertNone(refused);
    const catalog = itemWrites(by, DEMO_IDS.shop_id, planned);
    return { writes: [...tenantWrites(by), ...catalog, ...discountWrites(by)], result: undefined };
  });
}

function tenantWrites(by: Author): Write[] {
  const { organization_id } = DEMO_IDS;
  const { settings, name, description } = demoShop.parse(readJson('shop.json'));
  const shop = {
    ...newShop(by, organization_id, { name, description, settings, demo: true }),
    id: DEMO_IDS.shop_id,
  };
  const agent = newAgent(by, organization_id, { name: 'Demo agent', description: null });
  const consumer = newConsumer(by, organization_id, { name: 'Demo consumer', description: null });
  return [
    insertWrite('organization', { ...newOrganization(by, name), id: organization_id }),
    insertWrite('shop', shop),
    insertWrite('deployment', { ...newDeployment(by, shop, name), id: DEMO_IDS.deployment_id }),
    insertWrite('agent', { ...agent, id: DEMO_IDS.agent_id }),
    insertWrite('consumer', { ...consumer, id: DEMO_IDS.consumer_id }),
  ];
}

function discountWrites({ now }: Author): Write[] {
  return z
    .array(discountEntry)
    .parse(readJson('discounts.json'))
    .map((discount) =>
      insertWrite('discount', { ...discount, shop_id: DEMO_IDS.shop_id, created_at: now, updated_at: now, version: 0 }),
    );
}

function demoItems() {
  const { rows, refused } = readItems('items.csv', readFileSync(join(FOLDER, 'items.csv')), {
    format: 'portal',
    currency: 'USD',
    now: 0,
  });
  assertNone(refused);
  return rows.at(rows.places());
}

function assertNone([first]: readonly RowProblem[]): void {
  if (first) throw new Error(`db/demo/items.csv row ${first.row}: ${first.problem}`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
}
