import { describe, expect, it } from 'vitest';
import { toJsonBytes } from '../../../src/calls/json-text.js';
import type { Order } from '../../../src/domain/order/order.js';
import type { Shop } from '../../../src/domain/shop/shop.js';
import type { Scope } from '../../../src/domain/tenant/tenant.js';
import { shopOrderEntries, summaryEntries } from '../../../src/operations/order/order-entries.js';
import { orderBytesForCaller, orderForCaller } from '../../../src/operations/order/order-for-caller.js';
import { type Links, makeLinks } from '../../../src/view/links.js';
import { orderSummaryView } from '../../../src/view/order-view.js';
import { shopOrderView } from '../../../src/view/shop-order-view.js';
import { cart, line, NOW } from '../fixtures.js';
import { frozen, placed } from './orders.js';

/** Texts of orders are kept with their rows. Here each value that a text depends on changes. */

const SHOP: Shop = cart().shop;
const HOUR = 3_600_000;
const INVOICE = {
  id: 'invoice',
  name: 'Invoice',
  version: '1',
  spec: '',
  config: {},
  config_schema: '',
  instrument_schemas: [],
};

/** Its last day depends on the time zone. */
const EXPECTED = {
  id: 'e',
  method_type: 'pickup',
  line_items: [],
  description: 'Pickup',
  fulfillable_on: NOW + 8 * HOUR,
};

/** A held order with a reason that is hidden from the buyer. Each test needs its own, since texts are kept with it. */
const newOrder = (): Order =>
  frozen({
    ...placed({ lines: [line('mug')] }),
    fulfillment: { events: [], expectations: [EXPECTED] },
    buyer: { full_name: 'Zoë', email: 'zoe@example.com' },
    status: 'on_hold',
    hold_reason: 'Address unclear',
    hold_note: 'Call them',
  });

/** Links that count how often a view was built: each view of an order has its link. */
function countingLinks(publicUrl: () => string = () => 'https://shop.example', secret = 'secret') {
  const made = makeLinks(publicUrl, Buffer.from(secret));
  let views = 0;
  const links: Links = {
    ...made,
    orderUrl(order, shop) {
      views += 1;
      return made.orderUrl(order, shop);
    },
  };
  return { links, views: () => views };
}

type Reader = Parameters<typeof orderForCaller>[0];
interface Scene {
  readonly order: Order;
  readonly shop: Shop;
  readonly reader: Reader;
}

function sceneOf(links: Links, scopes: readonly Scope[] = ['commerce']): Scene {
  const caller = { id: 'key', scopes: new Set(scopes), organization_id: 'org', deployment: null, buyer_id: null };
  return {
    order: newOrder(),
    shop: SHOP,
    reader: { caller, services: { view: { links, handlers: [INVOICE], language: undefined } } },
  };
}

const withCaller = ({ reader, ...scene }: Scene, change: Partial<Reader['caller']>): Scene => ({
  ...scene,
  reader: { ...reader, caller: { ...reader.caller, ...change } },
});
const withView = ({ reader, ...scene }: Scene, change: Partial<Reader['services']['view']>): Scene => ({
  ...scene,
  reader: { ...reader, services: { view: { ...reader.services.view, ...change } } },
});
const withLinksRenewed = (scene: Scene): Scene => ({ ...scene, shop: { ...scene.shop, order_links: 'renewed' } });

const textOf = ({ order, shop, reader }: Scene) => orderBytesForCaller(reader, order, shop);
const freshTextOf = ({ order, shop, reader }: Scene) => toJsonBytes(orderForCaller(reader, order, shop));

describe('the text of an order', () => {
  it('is made once for a row and its readers with the same rights', () => {
    const { links, views } = countingLinks();
    const scene = sceneOf(links);
    const wanted = textOf(scene);
    expect(textOf(scene)).toBe(wanted);
    expect(textOf(withCaller(scene, { id: 'another', scopes: new Set(scene.reader.caller.scopes) }))).toBe(wanted);
    expect(views()).toBe(1);
    expect(wanted).toBe(freshTextOf(scene));
  });

  const other = countingLinks(undefined, 'another secret').links;
  it.each<[string, (scene: Scene) => Scene]>([
    ['the order', (scene) => ({ ...scene, order: { ...scene.order, status: 'processing' } })],
    [
      'the time zone of the shop',
      ({ shop, ...scene }) => ({
        ...scene,
        shop: { ...shop, settings: { ...shop.settings, time_zone: 'Asia/Kathmandu' } },
      }),
    ],
    ["the links of the shop's orders", withLinksRenewed],
    ['an action of the caller', (scene) => withCaller(scene, { scopes: new Set(['commerce', 'fulfillment']) })],
    ['the right to read notes', (scene) => withCaller(scene, { scopes: new Set(['commerce', 'orders:read']) })],
    ['a buyer who may not read the reason', (scene) => withCaller(scene, { only_id: scene.order.id })],
    ['the language', (scene) => withView(scene, { language: 'de' })],
    ['the portal with its secret', (scene) => withView(scene, { links: other })],
    ['the payment handlers', (scene) => withView(scene, { handlers: [{ ...INVOICE, name: 'Bill' }] })],
  ])('changes with %s, and returns with it', (_name, change) => {
    const before = sceneOf(countingLinks().links);
    const after = change(before);
    const [textBefore, textAfter] = [textOf(before), textOf(after)];
    expect(textAfter).not.toBe(textBefore);
    expect(textAfter).toBe(freshTextOf(after));
    expect(textOf(before)).toBe(textBefore);
  });

  it('changes with the public URL', () => {
    let url = 'https://old.example';
    const scene = sceneOf(countingLinks(() => url).links);
    expect(textOf(scene)).toContain('https://old.example/orders/');
    url = 'https://new.example';
    expect(textOf(scene)).toContain('https://new.example/orders/');
    expect(textOf(scene)).not.toContain('old.example');
  });
});

describe('the text of an entry', () => {
  /** Both lists: their entries, and what is shown of an order. */
  const LISTS = [
    {
      name: 'list_orders',
      bytes: ({ order, shop }: Scene, links: Links) => summaryEntries(shop, links).bytes(order),
      fresh: ({ order, shop }: Scene, links: Links) => orderSummaryView(order, shop, links),
    },
    {
      name: 'list_shop_orders',
      bytes: ({ order, shop }: Scene, links: Links) => shopOrderEntries(shop, links).bytes({ order, changed: 7 }),
      fresh: ({ order, shop }: Scene, links: Links) => shopOrderView({ order, changed: 7 }, shop, links),
    },
  ];

  describe.each(LISTS)('of $name', ({ bytes, fresh }) => {
    it('is made once for a row', () => {
      const { links, views } = countingLinks();
      const scene = sceneOf(links);
      expect(bytes(scene, links)).toBe(bytes(scene, links));
      expect(views()).toBe(1);
      expect(bytes(scene, links)).toBe(toJsonBytes(fresh(scene, links)));
    });

    it.each<[string, (scene: Scene) => Scene]>([
      ['the order', (scene) => ({ ...scene, order: { ...scene.order, status: 'canceled' } })],
      ["the links of the shop's orders", withLinksRenewed],
    ])('changes with %s, and returns with it', (_name, change) => {
      const { links } = countingLinks();
      const before = sceneOf(links);
      const after = change(before);
      const [textBefore, textAfter] = [bytes(before, links), bytes(after, links)];
      expect(textAfter).not.toBe(textBefore);
      expect(textAfter).toBe(toJsonBytes(fresh(after, links)));
      expect(bytes(before, links)).toBe(textBefore);
    });

    it('changes with the public URL and the portal', () => {
      let url = 'https://old.example';
      const { links } = countingLinks(() => url);
      const scene = sceneOf(links);
      bytes(scene, links);
      url = 'https://new.example';
      expect(bytes(scene, links)).toBe(toJsonBytes(fresh(scene, links)));
      const another = countingLinks(() => url, 'another secret').links;
      expect(bytes(scene, another)).toBe(toJsonBytes(fresh(scene, another)));
    });
  });

  it('of list_shop_orders changes with the number of the last change', () => {
    const { links } = countingLinks();
    const { order, shop } = sceneOf(links);
    const entries = shopOrderEntries(shop, links);
    expect(entries.bytes({ order, changed: 7 })).toContain('"changed":7');
    expect(entries.bytes({ order, changed: 8 })).toContain('"changed":8');
  });

  it('of list_orders is also kept as a view for agents, which changes with the links of the orders', () => {
    const { links, views } = countingLinks();
    const scene = sceneOf(links);
    const view = (of: Scene) => summaryEntries(of.shop, links).view(of.order);
    expect(view(scene)).toBe(view(scene));
    expect(views()).toBe(1);
    expect(view(withLinksRenewed(scene)).permalink_url).not.toBe(view(scene).permalink_url);
  });
});
