import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ATTESTATION_PATHS } from './attestation-paths.js';
import { attestationSamples } from './attestation-samples.js';
import {
  checkoutB,
  checkoutF,
  DOCUMENTED_PATHS,
  discount,
  documentedRequestMembers,
  isFreeForm,
  memberPaths,
  NEVER_ANSWERED,
  NOT_YET_PRODUCED,
  operations,
  receipt,
  SCHEMAS,
  shopSettings,
  signingKey,
} from './portal-api.js';
import {
  checkoutBSample,
  checkoutFSample,
  discountSample,
  orderHistorySample,
  orderSample,
  shopSettingsSample,
} from './samples.js';
import { agent, apiKey, consumer, newApiKey, shopItem } from './tenant-contract.js';
import { apiKeySample, consumerSample, itemImportSample, shopItemSample } from './tenant-samples.js';

/** Path of every member that a schema allows, as `memberPaths` writes it. */
function schemaPaths(schema: z.core.JSONSchema._JSONSchema, at = ''): string[] {
  if (typeof schema === 'boolean') return [];
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return isFreeForm(path) ? [path] : [path, ...schemaPaths(inner, path)];
  });
  const keyed = schema.additionalProperties;
  const keyedPaths = typeof keyed === 'object' ? [`${at}.{}`, ...schemaPaths(keyed, `${at}.{}`)] : [];
  const { items } = schema;
  const elements = items === undefined || Array.isArray(items) ? [] : schemaPaths(items, `${at}[]`);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => schemaPaths(choice, at));
  return [...new Set([...named, ...keyedPaths, ...elements, ...choices])];
}

const samples = [
  ['checkoutF', checkoutFSample],
  ['checkoutB', checkoutBSample],
  ['order', orderSample],
  ['orderHistory', orderHistorySample],
  ['shopSettings', shopSettingsSample],
  ['discount', discountSample],
  ['shopItem', shopItemSample],
  ['itemImport', itemImportSample],
  ['consumer', consumerSample],
  ['apiKey', apiKeySample],
  ...attestationSamples,
] as const;

const names = [
  'checkoutF',
  'checkoutB',
  'order',
  'orderWithReceipts',
  'orderSummaryList',
  'orderHistory',
  'item',
  'itemList',
  'fulfillmentMethods',
  'shopSettings',
  'discount',
  'discountList',
  'shop',
  'shopList',
  'deployment',
  'deploymentList',
  'shopItem',
  'shopItemList',
  'movementList',
  'picture',
  'itemImport',
  'consumer',
  'consumerList',
  'linkCode',
  'agent',
  'agentList',
  'apiKey',
  'apiKeyList',
  'newApiKey',
  ...(Object.keys(ATTESTATION_PATHS) as (keyof typeof ATTESTATION_PATHS)[]),
  'errorBody',
] as const;

describe.each(names)('the lists of %s', (name) => {
  const documented: readonly string[] = DOCUMENTED_PATHS[name];

  it('name exactly the members of the schema, and credentials', () => {
    const allowed = schemaPaths(z.toJSONSchema(SCHEMAS[name]));
    const never = documented.filter((path) => NEVER_ANSWERED.includes(path));
    expect([...documented].sort()).toEqual([...allowed, ...never].sort());
  });

  it('mark only documented members as not yet produced', () => {
    expect(documented).toEqual(expect.arrayContaining([...NOT_YET_PRODUCED[name]]));
  });
});

describe('the schemas', () => {
  it.each(samples)('accept a valid response: %s', (name, sample) => {
    expect(SCHEMAS[name].parse(sample)).toEqual(sample);
  });

  it.each(samples)('document every path of a response: %s', (name, sample) => {
    expect(DOCUMENTED_PATHS[name]).toEqual(expect.arrayContaining([...memberPaths(sample)]));
  });

  it('reject a credential', () => {
    const card = { id: 'i', handler_id: 'h', type: 'card', brand: 'visa', last_digits: '4242' };
    const withCard = (instrument: object) => ({
      ...checkoutFSample,
      payment: { ...checkoutFSample.payment, instruments: [instrument] },
    });
    expect(checkoutF.safeParse(withCard(card)).success).toBe(true);
    const credential = { type: 'token' };
    expect(checkoutF.safeParse(withCard({ ...card, credential })).success).toBe(false);
  });

  it.each([
    ['status', 'incomplete'],
    ['context', checkoutFSample.context],
    ['fulfillment', checkoutFSample.fulfillment],
    ['messages', []],
    ['continue_url', checkoutFSample.continue_url],
    ['expires_at', checkoutFSample.expires_at],
    ['line_items', checkoutFSample.line_items],
    ['ucp', checkoutFSample.ucp],
  ])('reject the %s of variant F in variant B', (name, value) => {
    expect(checkoutB.safeParse({ ...checkoutBSample, [name]: value }).success).toBe(false);
  });

  it.each([
    ['an additional member', { data: 1 }],
    ['an absent list', { messages: undefined }],
    [
      'totals that do not add up',
      {
        totals: [
          { type: 'subtotal', amount: 1 },
          { type: 'total', amount: 2 },
        ],
      },
    ],
    ['a total without type', { totals: [{ amount: 0 }] }],
    ['an open checkout without continue_url', { continue_url: undefined }],
    ['a completed checkout without order', { status: 'completed', continue_url: undefined }],
    ['a time with an offset', { expires_at: '2026-11-20T12:00:00+01:00' }],
    ['another version', { ucp: { ...checkoutFSample.ucp, version: '2026-01-11' } }],
  ])('reject %s in variant F', (_, change) => {
    expect(checkoutF.safeParse({ ...checkoutFSample, ...change }).success).toBe(false);
  });

  it('reject a warning that has a severity', () => {
    const message = { type: 'warning', code: 'price_changed', content: 'Was 1, is 2.', path: '$' };
    expect(checkoutF.safeParse({ ...checkoutFSample, messages: [message] }).success).toBe(true);
    const severe = [{ ...message, severity: 'recoverable' }];
    expect(checkoutF.safeParse({ ...checkoutFSample, messages: severe }).success).toBe(false);
  });
});

describe('the schemas of a shop', () => {
  it.each([
    ['an additional member', { name: 'x' }],
    ['an absent member', { links: undefined }],
    ['a rate without price', { shipping: [{ ...shopSettingsSample.shipping[0], price: undefined }] }],
    ['two options with one id', { shipping: [shopSettingsSample.shipping[0], shopSettingsSample.shipping[0]] }],
    ['a country in lower case', { country: 'us' }],
  ])('reject %s in settings', (_, change) => {
    expect(shopSettings.safeParse({ ...shopSettingsSample, ...change }).success).toBe(false);
  });

  it.each([
    ['a percentage without value', { value_ppm: undefined }],
    ['a percentage with an amount', { amount: 1 }],
    ['a limit without the uses left', { uses_left: null }],
    ['more uses left than the limit', { uses_left: 6 }],
    ['a time as a number', { starts_at: 1 }],
    ['the shop', { shop_id: 'shop_1' }],
    ['the version', { version: 1 }],
  ])('reject %s in a discount', (_, change) => {
    expect(discount.safeParse({ ...discountSample, ...change }).success).toBe(false);
  });
});

describe('the schemas of keys and receipts', () => {
  const [[, key], [, attested]] = attestationSamples;
  it.each([
    ['a time of retirement on an active key', { retired_at: '2026-11-20T12:00:00.000Z' }],
    ['a retired key without the time of its retirement', { status: 'retired' }],
    ['a revoked key without reason', { status: 'revoked', revoked_at: '2026-11-20T12:00:00.000Z' }],
    ['a fingerprint in the form of SSH', { key_fingerprint: 'SHA256:BuP9j9opu2CrWVV95h7bCuzbIxE0vjDnW0VfjhuSrak' }],
    ['a private key', { public_key: key.public_key.replaceAll('PUBLIC', 'PRIVATE') }],
    ['the organization', { organization_id: 'org_1' }],
  ])('reject %s', (_, change) => {
    expect(signingKey.safeParse({ ...key, ...change }).success).toBe(false);
  });

  it.each([
    ['unsigned metadata named metadata', { metadata: {} }],
    ['an absent order', { order: undefined }],
    ['a signature with unused bits set', { signature: attested.signature.replace('PAg==', 'PAh==') }],
    ['another version', { receipt: { ...attested.receipt, version: 'v1' } }],
  ])('reject %s', (_, change) => {
    expect(receipt.safeParse({ ...attested, ...change }).success).toBe(false);
  });
});

describe('the schemas of an organization', () => {
  it.each([
    ['a link without its time', { linked_at: null }],
    ['a time without its link', { linked_consumer_org_id: null }],
    ['no link at all', { linked_at: undefined, linked_consumer_org_id: undefined }],
    ['the organization', { organization_id: consumerSample.linked_consumer_org_id }],
    ['an empty name', { name: '' }],
    ['another prefix', { id: consumerSample.id.replace('con_', 'agt_') }],
  ])('reject %s in a consumer', (_, change) => {
    expect(consumer.safeParse({ ...consumerSample, ...change }).success).toBe(false);
  });

  it('reject a link in an agent', () => {
    expect(agent.safeParse({ ...consumerSample, id: consumerSample.id.replace('con_', 'agt_') }).success).toBe(false);
  });

  it.each([
    ['the hash', { hash: 'x' }],
    ['the key itself', { key: `dk_${'a'.repeat(36)}` }],
    ['a deployment key without deployment', { deployment_id: null }],
    ['no scopes', { scopes: [] }],
  ])('reject %s in a key', (_, change) => {
    expect(apiKey.safeParse({ ...apiKeySample, ...change }).success).toBe(false);
  });

  it('accept the key itself only when it is created', () => {
    expect(newApiKey.safeParse({ ...apiKeySample, key: `dk_${'a'.repeat(36)}` }).success).toBe(true);
    expect(newApiKey.safeParse(apiKeySample).success).toBe(false);
  });

  it.each([
    ['the shop', { shop_id: 'shop_1' }],
    ['the flag counted', { counted: true }],
    ['an absent stock', { stock: undefined }],
  ])('reject %s in an item', (_, change) => {
    expect(shopItem.safeParse({ ...shopItemSample, ...change }).success).toBe(false);
  });
});

describe('memberPaths', () => {
  it('walks lists and keyed objects, but not free-form objects', () => {
    const value = {
      config: { hidden: 1 },
      receipt: { metadata: { hidden: { metadata: 1 } } },
      empty: [],
      lines: [{ ids: ['a'] }, { at: null }],
      ucp: { capabilities: { 'dev.a': [{ version: '1' }], 'dev.b': [] } },
    };
    const expected =
      'receipt receipt.metadata config empty lines lines[].ids lines[].at ucp ucp.capabilities ucp.capabilities.{} ucp.capabilities.{}[].version';
    expect([...memberPaths(value)].sort()).toEqual(expected.split(' ').sort());
  });
});

it('lists every operation once, with its request members', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(documentedRequestMembers).sort());
});
