import { startPortal, type TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';
import { madeItems } from './catalog.js';
import { ENGLISH, GERMAN } from './families.js';
import type { ShopName } from './queries.js';

/** Members of a search response that the tests read. */
export interface Answer {
  readonly data: readonly FoundItem[];
  readonly pagination?: { readonly cursor: string };
  readonly messages?: readonly { readonly type: string; readonly code: string; readonly content: string }[];
}

export interface FoundItem {
  readonly id: string;
  readonly title: string;
  readonly price: number;
}

/** The demo shop, and two shops with generated items: an English one with 2,000 items and a German one. */
export interface SearchedShops {
  readonly portal: TestPortal;
  search(shop: ShopName, parameters: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

const STORE = { currency: 'USD', language: 'en', payment_handlers: [] };
const LADEN = { currency: 'EUR', country: 'DE', language: 'de', payment_handlers: [] };

export async function searchedShops(): Promise<SearchedShops> {
  const portal = await startPortal();
  const keys: Readonly<Record<ShopName, string>> = {
    demo: portal.demo.deployment_key,
    store: await importedShop(portal, STORE, madeItems(ENGLISH, 2_000)),
    laden: await importedShop(portal, LADEN, madeItems(GERMAN, 300)),
  };
  return {
    portal,
    async search(shop, parameters) {
      const path = `/api/commerce/items?${new URLSearchParams(parameters)}`;
      const { status, json, text } = await portal.request('GET', path, { key: keys[shop] });
      if (status !== 200) throw new Error(`the search answered ${text}`);
      return json;
    },
    close: () => portal.close(),
  };
}

/** Creates a shop with items over HTTP, in the demo's organization. Returns a key of its deployment. */
async function importedShop(portal: TestPortal, settings: object, items: readonly unknown[]): Promise<string> {
  const organizationKey = await fullKey(portal, 'organization');
  const call = async (method: string, path: string, body: unknown) => {
    const { status, json, text } = await portal.request(method, path, { body, key: organizationKey });
    if (status !== 200) throw new Error(`${path} answered ${text}`);
    return json.data;
  };
  const { id } = await call('POST', '/api/shops', { name: 'Searched' });
  await call('PUT', `/api/shops/${id}/settings`, settings);
  await call('POST', `/api/shops/${id}/items/import`, { items });
  const deployment = await call('POST', `/api/shops/${id}/deployments`, { name: 'Searched' });
  const { key } = await call('POST', '/api/keys', { deployment_id: deployment.id, name: 'Searched' });
  return key;
}
