import { DEFAULT_SETTINGS } from '../src/domain/shop/shop.js';
import { EXPLICIT, itemWrites, planItems } from '../src/operations/shop/plan-items.js';
import { buildNewKey } from '../src/operations/tenancy/key-writes.js';
import { newDeployment, newOrganization, newShop } from '../src/operations/tenancy/provision.js';
import { insertWrite, type Rows, type Write } from '../src/ports.js';
import { importedItem } from '../src/schema/item-import.js';
import { openStore } from '../src/store/open-store.js';
import { systemIds } from '../src/system.js';

/** Every item contains all words of SHARED, and all but one of NEARLY. */
export const SHARED = 'copper kettle garden window silver harbor meadow lantern pepper velvet marble cotton'.split(' ');
export const NEARLY = 'anchor basket candle dragon engine feather guitar hammer island jacket kitchen ladder'.split(
  ' ',
);

export const CATEGORIES = 40;

const ITEMS = 100_000;
/** Items per transaction. */
const PORTION = 1_000;

/** Creates a shop with 100,000 items in the database file of a running portal. Returns an API key of its deployment. */
export async function makeCatalog(database: string): Promise<string> {
  const store = await openStore(database, { create: false, needsLogKey: true });
  try {
    const maker = { ids: systemIds, now: Date.now(), actor: 'bench' };
    const organization = newOrganization(maker, 'Catalog');
    const naming = { name: 'Catalog', description: null };
    const shop = newShop(maker, organization.id, { ...naming, settings: DEFAULT_SETTINGS, demo: false });
    const deployment = newDeployment(maker, shop, 'Catalog');
    const owner = { kind: 'deployment', organization_id: organization.id, deployment_id: deployment.id } as const;
    const { key, writes } = buildNewKey(maker, owner, { name: 'catalog' });
    const tenant = [
      insertWrite('organization', organization),
      insertWrite('shop', shop),
      insertWrite('deployment', deployment),
    ];
    await store.update(() => ({ writes: [...tenant, ...writes], result: undefined }));
    for (let first = 0; first < ITEMS; first += PORTION) {
      const indexes = Array.from({ length: PORTION }, (_, index) => first + index);
      await store.update((rows) => {
        return { writes: catalogWrites(rows, maker, shop.id, indexes), result: undefined };
      });
    }
    return key;
  } finally {
    await store.close();
  }
}

/** Returns the writes that insert these catalog items. */
export function catalogWrites(
  rows: Rows,
  by: Parameters<typeof itemWrites>[0],
  shopId: string,
  indexes: readonly number[],
): Write[] {
  return itemWrites(by, shopId, planItems(rows, shopId, indexes.map(made), EXPLICIT).planned);
}

function made(index: number) {
  const own = ownWords(index);
  const item = importedItem.parse({
    id: `item-${index}`,
    title: `${own[0]} ${own[1]} number ${index}`,
    description: [
      ...SHARED,
      ...NEARLY.filter((_, turn) => turn !== index % NEARLY.length),
      ...own,
      ...percentWords(index),
    ].join(' '),
    price: 100 + (index % 5_000),
    fulfillment_types: ['shipping'],
    categories: [`Department ${index % CATEGORIES}`],
  });
  return { row: index + 1, item };
}

/** Returns the two words that this item shares with one in a hundred items. */
export function percentWords(index: number): readonly [string, string] {
  const place = index % 100;
  return [`${wordOf(place)}teria`, `${wordOf(place)}nomy`];
}

/** Returns twelve words that few other items contain. */
export function ownWords(index: number): string[] {
  return Array.from({ length: 12 }, (_, turn) => wordOf((index * 31 + turn * 977) % 20_000));
}

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo ka le mi no pu ra'.split(' ');

/** Returns one of 20,000 different words. */
function wordOf(number: number): string {
  let word = '';
  for (let rest = number + 8_000; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}
