import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { parseJsonInSlices } from '../../src/json/sliced-json.js';
import { parseStrictJson } from '../../src/json/strict-json.js';

/** Creates time slices that are always used up, so that parsing pauses wherever it can. */
function slicing() {
  let count = 0;
  return {
    isOver: true,
    next: async () => {
      count += 1;
    },
    get count() {
      return count;
    },
  };
}

const LONG = 'a'.repeat(300_000);
const parsed = (text: string) => parseJsonInSlices(Buffer.from(text), slicing());

/** Returns the value, or the error code. */
const outcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() };
  } catch (error) {
    return error instanceof PortalError ? error.code : error;
  }
};

const body = fc.dictionary(
  fc.string(),
  fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 })),
  { maxKeys: 4 },
);
const text = fc
  .tuple(body, fc.constantFrom('', ' ', '\n  '))
  .map(([value, space]) => JSON.stringify(value, null, space));
/** A JSON text with a part removed or inserted. */
const broken = fc
  .tuple(text, fc.nat(), fc.nat(3), fc.constantFrom('', ',', ']', '}', '[', '{', '"', '\\', '0', ' '))
  .map(([whole, place, count, piece]) => {
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + piece + whole.slice(at + count);
  });

describe('parsing in slices', () => {
  it('accepts and rejects the same texts as strict parsing, and returns the same values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, broken), async (one) => {
        expect(await outcome(() => parsed(one))).toEqual(await outcome(() => parseStrictJson(Buffer.from(one))));
      }),
    );
  });

  it.each([
    ['a member twice', '{"items":[{"a":1,"a":2}]}', 'invalid_json'],
    ['a member twice outside of lists', '{"items":[],"items":[]}', 'invalid_json'],
    ['an entry that closes the list', '{"items":[1],2]}', 'invalid_json'],
    ['a comma at the end', '{"items":[1,]}', 'invalid_json'],
    ['a string that does not end', '{"items":["a]}', 'invalid_json'],
    ['a large entry', `{"items":[1,"${'a'.repeat(300_000)}"]}`, 'payload_too_large'],
    ['a large value outside of lists', `{"a":{"b":"${LONG}"}}`, 'payload_too_large'],
    ['a long name', `{"${LONG}":1}`, 'payload_too_large'],
    ['a long text that is no member', `{"${LONG}"}`, 'invalid_json'],
    ['a long text with half a surrogate pair', `{"a":"${LONG}\\ud800"}`, 'invalid_json'],
    ['a long member twice', `{"a":"${LONG}","a":"${LONG}"}`, 'invalid_json'],
  ])('rejects %s', async (_name, one, code) => {
    expect(await outcome(() => parsed(one))).toBe(code);
  });

  it.each([
    ['long texts', { a: LONG, b: [{ c: 1 }], d: `${LONG}\\"[{`, e: 2 }],
    ['lists that look like the placeholder of a long text', { a: ['0'], b: [['0']], c: LONG, d: [] }],
    ['escaped quotes', { 'a\\"': `\\\\"${LONG}"\\`, b: 1 }],
  ])('reads %s as strict parsing does', async (_name, value) => {
    expect(await parsed(JSON.stringify(value, null, 1))).toEqual(value);
  });

  it('names the position of a number that a double cannot hold', async () => {
    const path = /: items\[1\]\.price: /;
    await expect(parsed('{"shop":1,"items":[{},{"price":2.0000000000000000001}]}')).rejects.toThrow(path);
    await expect(parsed('{"shop":2.0000000000000000001,"items":[{}]}')).rejects.toThrow(/: shop: /);
  });

  it('lets other work run after each entry and within long texts', async () => {
    const slices = slicing();
    await parseJsonInSlices(Buffer.from(`{"items":[1,2,"${'a'.repeat(200_000)}"]}`), slices);
    expect(slices.count).toBeGreaterThanOrEqual(3);
  });
});
