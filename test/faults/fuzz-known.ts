import type { Random } from './random.js';

/** Maximum number of stored ids of one kind; later ids replace earlier ones. */
const MOST = 300;
const PREFIXED = /^(chk|ord|li|shop|con|agt|key|dep)_[0-9a-f-]{36}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const LINK = /^https?:\/\/[^/]+(\/(?:checkout|orders)\/[^/]+)$/;

/** Kind of the ids that a member or path part names. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ checkout_id: 'chk', checkouts: 'chk', order_id: 'ord', orders: 'ord', shop_id: 'shop', shops: 'shop' },
  ...{ consumer_id: 'con', consumers: 'con', agent_id: 'agt', agents: 'agt', key_id: 'key', keys: 'key' },
  ...{ deployment_id: 'dep', deployments: 'dep', line_item_id: 'li', lineId: 'li', item_id: 'item', items: 'item' },
  ...{ signing_key_id: 'uuid', 'signing-keys': 'uuid', receipt_id: 'uuid', receipts: 'uuid', inclusion: 'uuid' },
  ...{ cursor: 'cursor', code: 'code', discount: 'code', discounts: 'code', links: 'link' },
};

/** Items and discount codes that exist from the start, of the demo shop and of the shop that calls change. */
const DEMO: Readonly<Record<string, readonly string[]>> = {
  item: ['enamel-mug', 'sea-salt', 'preserving-ebook', 'shop-tee', 'item-of-fuzzed'],
  code: ['WELCOME10', 'FREESHIP', 'CODE-OF-FUZZED', 'welcome10'],
};

/** Ids, links and cursors that a portal has returned, so that calls reach existing objects. */
export class Known {
  private readonly random: Random;
  private readonly values = new Map(Object.entries(DEMO).map(([kind, values]) => [kind, [...values]]));
  /**
   * Ids that calls never name, since too much depends on them: the keys used for the calls, and the shop where orders
   * are placed.
   */
  private readonly spared: ReadonlySet<string>;

  constructor(random: Random, spared: readonly string[]) {
    this.random = random;
    this.spared = new Set(spared);
  }

  /** Returns a random value for a member or path parameter, or `undefined` if no value of its kind is known. */
  of(name: string): string | undefined {
    const values = this.values.get(KINDS[name] ?? name);
    return values === undefined ? undefined : this.random.of(values);
  }

  /** Stores the ids, links and cursors that a response contains. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string') this.learnText(value, name);
    else if (Array.isArray(value)) for (const one of value.slice(0, 5)) this.learn(one, name);
    else if (typeof value === 'object' && value !== null)
      for (const [member, inner] of Object.entries(value)) this.learn(inner, member);
  }

  private learnText(text: string, name: string): void {
    const prefix = PREFIXED.exec(text)?.[1];
    const link = LINK.exec(text)?.[1];
    if (prefix !== undefined) this.add(prefix, text);
    else if (link !== undefined) this.add('link', link);
    else if (name === 'cursor') this.add('cursor', text);
    else if (name === 'id' && UUID.test(text)) this.add('uuid', text);
  }

  private add(kind: string, value: string): void {
    if (this.spared.has(value)) return;
    const values = this.values.get(kind) ?? [];
    if (values.length < MOST) values.push(value);
    else values[this.random.below(MOST)] = value;
    this.values.set(kind, values);
  }
}
