import { describe, expect, it } from 'vitest';
import {
  bodyOfList,
  bodyOfOne,
  bodySharing,
  cacheJson,
  isCached,
  jsonTextOfOne,
  toJsonBytes,
} from '../../src/calls/json-text.js';

/** Texts of response bodies that are joined from cached texts, without making the objects. */

const ENTRIES = [{ id: 'a' }, { id: 'Zoë – 日本' }];
const notMade = () => expect.fail('the data was made');
const textIn = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

describe('a body with one object', () => {
  const cases = [
    ['nothing else', {}],
    ['further members', { receipts: [{ id: 'Ångström' }], more: null }],
  ] as const;

  it.each(cases)('has the text of its data, with %s', (_name, more) => {
    for (const data of ENTRIES) {
      const wanted = JSON.stringify({ data: { ...data, ...more } });
      const body = bodyOfOne(() => toJsonBytes(data), notMade, more);
      expect(textIn(toJsonBytes(body))).toBe(wanted);
      expect(jsonTextOfOne(body)).toBe(wanted);
    }
  });

  it('makes its data once, for those who read it', () => {
    let made = 0;
    const make = () => {
      made += 1;
      return { id: 'a' };
    };
    const body = bodyOfOne(() => expect.fail('the text was made'), make, { more: 1 });
    expect(made).toBe(0);
    expect({ ...body }).toEqual({ data: { id: 'a', more: 1 } });
    expect(JSON.stringify(body)).toBe('{"data":{"id":"a","more":1}}');
    expect(made).toBe(1);
  });

  it('does not count as a body that is sent again', () => {
    expect(isCached(bodyOfOne(() => '{}', notMade, {}))).toBe(false);
  });
});

describe('a body that shares members with others', () => {
  it('has the text of all members, and uses the cached text of the shared ones', () => {
    const shared = { links: [{ title: 'Zoë' }], ucp: 1 };
    for (const own of ENTRIES)
      expect(textIn(toJsonBytes(bodySharing(own, shared)))).toBe(JSON.stringify({ data: { ...own, ...shared } }));
    cacheJson(shared);
    shared.ucp = 2;
    for (const own of ENTRIES) {
      const body = bodySharing(own, shared);
      expect(textIn(toJsonBytes(body))).toBe(JSON.stringify({ data: { ...own, ...shared, ucp: 1 } }));
      expect(body.data).toEqual({ ...own, ...shared });
    }
  });

  it('leaves no text to its copies', () => {
    const body = bodySharing({ id: 'a' }, { ucp: 1 });
    expect(toJsonBytes({ ...body, data: { id: 'b' } })).toBe('{"data":{"id":"b"}}');
  });
});

describe('a body with a list', () => {
  const pages = [
    ['no entries', [], {}],
    ['some entries', ENTRIES, {}],
    ['a cursor', ENTRIES, { pagination: { cursor: 'next' } }],
    ['a cursor alone', [], { pagination: { cursor: 'next' } }],
  ] as const;

  it.each(pages)('has the text of its entries, with %s', (_name, data, more) => {
    const bytes = () => data.map((entry) => toJsonBytes(entry));
    expect(textIn(toJsonBytes(bodyOfList(bytes, notMade, more)))).toBe(JSON.stringify({ data, ...more }));
  });

  it('makes its data once, for those who read it', () => {
    const body = bodyOfList(
      () => expect.fail('the text was made'),
      () => ENTRIES.map((entry) => ({ ...entry })),
      { pagination: { cursor: 'next' } },
    );
    expect({ ...body }).toEqual({ data: ENTRIES, pagination: { cursor: 'next' } });
    expect(body.data).toBe(body.data);
    // Tool results show lists with an entry per line (mcp/tool-result.ts).
    expect(jsonTextOfOne(body)).toBeUndefined();
  });
});
