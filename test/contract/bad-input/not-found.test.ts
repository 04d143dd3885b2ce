import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENT } from '../../../src/docs/things.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { requestOf } from '../../actors/registry-caller.js';
import { checkEach } from '../../support/cells.js';
import { describedIn } from '../described.js';
import { tooLong } from './row.js';
import {
  absentCheckout,
  absentOrder,
  absentShop,
  absentUuid,
  BUYER,
  FOREIGN_ITEM,
  keyFor,
  makeWorld,
  type World,
} from './world.js';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.portal.close());

/** Returns a valid body, so that only the id is wrong. */
function bodyOf(name: string): object | undefined {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`${name} is not in the registry`);
  const { body } = requestOf(operation, operation.sample(ABSENT));
  return body && Object.keys(body).length > 0 ? body : undefined;
}

const operations = describedIn(OPERATIONS);

const MALFORMED: readonly (readonly [name: string, id: string])[] = [
  ['one character', 'x'],
  ['a prefix alone', 'chk_'],
  ['NUL', '%00'],
  ['with a slash', 'a%2Fb'],
  ['a line break', '%0A'],
  ['129 characters', tooLong(128)],
];

const nameOf = ([name]: readonly [name: string, id: string]) => name;

const byId = operations.filter(({ path }) => /\/(checkouts|orders)\/\{id\}/.test(path));

describe.each(byId)('$name', ({ name, method, path, scope }) => {
  const kind = path.includes('/orders/') ? 'order' : 'checkout';

  async function answerOf(id: string): Promise<string> {
    const url = path.replace('{id}', id).replace('{lineId}', 'mug').replace('{code}', 'WELCOME10');
    const body = bodyOf(name);
    const sent = {
      key: keyFor(scope, world.keys),
      headers: { 'x-buyer-id': BUYER },
      ...(body !== undefined && { body }),
    };
    const { status, text } = await world.portal.request(method, url, sent);
    expect(status).toBe(404);
    return text;
  }

  it('returns the same bytes for objects of another tenant or buyer as for absent ones', async () => {
    const absent = await answerOf(kind === 'order' ? absentOrder : absentCheckout);
    expect(JSON.parse(absent)).toEqual({ error: `${kind}_not_found`, detail: expect.any(String) });
    for (const id of [world.foreign[kind], world.bob[kind], world.nobody[kind]]) {
      expect(await answerOf(id)).toBe(absent);
      expect(absent).not.toContain(id);
    }
  });

  // A malformed id in a path counts as the id of an absent object.
  it('returns the same bytes for a malformed id and an absent one', async () => {
    await checkEach(MALFORMED, nameOf, async ([, id]) => {
      expect(await answerOf(id)).toBe(await answerOf(kind === 'order' ? absentOrder : absentCheckout));
    });
  });
});

describe.each(operations.filter(({ path }) => path.startsWith('/api/shops/{id}/')))(
  '$name',
  ({ name, method, path }) => {
    async function answerOf(id: string, key = world.keys.organization): Promise<string> {
      const url = path.replace('{id}', id).replace('{code}', 'FOREIGN').replace('{item_id}', FOREIGN_ITEM);
      const body = bodyOf(name);
      const { status, text } = await world.portal.request(method, url, { key, ...(body !== undefined && { body }) });
      expect(status).toBe(404);
      return text;
    }

    it("returns the same bytes for another organization's shop as for an absent one", async () => {
      const absent = await answerOf(absentShop);
      expect(JSON.parse(absent)).toEqual({ error: 'shop_not_found', detail: expect.any(String) });
      expect(await answerOf(world.foreign.shop)).toBe(absent);
      expect(await answerOf(world.shop, world.keys.foreignOrganization)).toBe(absent);
    });

    it('returns the same bytes for a malformed id and an absent one', async () => {
      await checkEach(MALFORMED, nameOf, async ([, id]) => {
        expect(await answerOf(id)).toBe(await answerOf(absentShop));
      });
    });
  },
);

const attested = operations.filter(({ path }) => /\/(signing-keys|receipts)\/.*\{/.test(path));

describe.each(attested)('$name', ({ name, method, path }) => {
  const kind = path.includes('/receipts/') ? 'receipt' : 'signing_key';
  async function answerOf(id: string, key = world.keys.organization): Promise<string> {
    const body = bodyOf(name);
    const url = path.replace(/\{\w+\}/, id);
    const { status, text } = await world.portal.request(method, url, { key, ...(body !== undefined && { body }) });
    expect(status).toBe(404);
    return text;
  }

  it("returns the same bytes for another organization's object as for an absent one", async () => {
    const absent = await answerOf(absentUuid);
    expect(JSON.parse(absent)).toEqual({ error: `${kind}_not_found`, detail: expect.any(String) });
    const { foreign, attested: own } = world;
    const [theirs, ours] = kind === 'receipt' ? [foreign.receipt, own.receipt] : [foreign.signingKey, own.active];
    expect(await answerOf(theirs)).toBe(absent);
    expect(await answerOf(ours, world.keys.foreignOrganization)).toBe(absent);
    expect(absent).not.toContain(theirs);
  });

  it('returns the same bytes for a malformed id and an absent one', async () => {
    await checkEach(MALFORMED, nameOf, async ([, id]) => {
      expect(await answerOf(id)).toBe(await answerOf(absentUuid));
    });
  });
});

describe('parties named in a body', () => {
  const NAMED = ['agent', 'consumer'] as const;
  it.each(NAMED)("returns the same bytes for another organization's object as for an absent one: %s", async (kind) => {
    const { attested: own, foreign, keys, portal } = world;
    const theirs = await portal.app.store.read((rows) => rows.find('receipt', foreign.receipt));
    const answerOf = async (id: string | undefined) => {
      const receipt = { ...own.submission.receipt, [`${kind}_id`]: id };
      const body = { ...own.submission, receipt };
      const { status, text, json } = await portal.request('POST', '/api/receipts', { key: keys.organization, body });
      expect([status, json.error]).toEqual([400, `${kind}_unknown`]);
      return text;
    };
    expect(await answerOf(theirs?.[`${kind}_id`])).toBe(await answerOf('absent'));
  });

  it("returns the same bytes for a signing key of another organization's agent and of an absent one", async () => {
    const { attested: own, foreign, keys, portal } = world;
    const theirs = await portal.app.store.read((rows) => rows.find('receipt', foreign.receipt));
    const answerOf = async (agent_id: string | undefined) => {
      const body = { public_key: own.pem.unknown, agent_id };
      const { status, text } = await portal.request('POST', '/api/signing-keys', { key: keys.organization, body });
      expect(status).toBe(400);
      return text;
    };
    expect(await answerOf(theirs?.agent_id)).toBe(await answerOf('absent'));
  });
});

describe.each(['GET', 'DELETE'])('%s of a discount', (method) => {
  const answerOf = async (code: string) => {
    const path = `/api/shops/${world.shop}/discounts/${code}`;
    const { status, text } = await world.portal.request(method, path, { key: world.keys.organization });
    expect(status).toBe(404);
    return text;
  };

  const others = [["another organization's", 'FOREIGN'], ["another shop's", 'PLAIN'], ...MALFORMED] as const;
  it('returns the same bytes for codes of other shops, malformed codes and absent codes', async () => {
    await checkEach(others, nameOf, async ([, code]) => {
      const absent = await answerOf('ABSENT');
      expect(JSON.parse(absent)).toEqual({ error: 'discount_not_found', detail: expect.any(String) });
      expect(await answerOf(code)).toBe(absent);
    });
  });
});

describe('put_discount', () => {
  it("rejects another shop's item like an absent one", async () => {
    const answerOf = async (item: string) => {
      const body = { title: 'x', kind: 'free_shipping', item_ids: [item] };
      const path = `/api/shops/${world.shop}/discounts/NEW`;
      return world.portal.request('PUT', path, { key: world.keys.organization, body });
    };
    const absent = await answerOf('absent');
    expect(absent.json.error).toBe('item_not_found');
    expect((await answerOf(FOREIGN_ITEM)).text).toBe(absent.text);
  });
});

describe('get_item', () => {
  const answerOf = async (id: string) => (await world.portal.request('GET', `/api/commerce/items/${id}`)).text;

  const others = [["another shop's", 'foreign-mug'], ['a withdrawn one', 'rolling-pin'], ...MALFORMED] as const;
  it('returns the same bytes for withdrawn, foreign and malformed items as for absent ones', async () => {
    await checkEach(others, nameOf, async ([, id]) => {
      expect(await answerOf(id)).toBe(await answerOf('absent'));
    });
  });
});

describe.each(['update_line_item', 'remove_line_item'] as const)('%s: the line', (name) => {
  const method = name === 'update_line_item' ? 'PATCH' : 'DELETE';
  async function answerOf(line: string): Promise<string> {
    const path = `/api/commerce/checkouts/${world.checkout}/line-items/${line}`;
    const headers = { 'x-buyer-id': BUYER };
    const { status, text } = await world.portal.request(method, path, { headers, body: bodyOf(name) ?? {} });
    expect(status).toBe(404);
    return text;
  }

  it('returns the same bytes for a malformed id and an absent one', async () => {
    await checkEach(MALFORMED, nameOf, async ([, id]) => {
      expect(await answerOf(id)).toBe(await answerOf('absent'));
    });
  });
});
