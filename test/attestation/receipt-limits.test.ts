import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { generateKeyPair } from '../../src/attestation/ed25519.js';
import { readReceipt, signedBytes } from '../../src/attestation/receipt.js';
import { signReceipt, verifyReceipt } from '../../src/attestation/signed-receipt.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

const withMetadata = (metadata: unknown) => ({ ...RECEIPT, metadata });
const detailOf = (metadata: unknown) => refusal(() => readReceipt(withMetadata(metadata))).detail;
const accepts = (metadata: unknown) => {
  const receipt = withMetadata(metadata);
  expect(readReceipt(receipt)).toBe(receipt);
};

/** Builds nested objects and arrays of this depth; the outermost is an object. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = levels; level > 1; level -= 1) value = level % 2 === 0 ? [value] : { in: value };
  return { in: value };
}

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));
const entries = (count: number) => ({ list: Array(count).fill(0) });

describe('limits, at their boundaries', () => {
  it('accepts 16 levels, counting the receipt itself, but not 17', () => {
    accepts(nested(15));
    expect(detailOf(nested(16))).toBe('must have at most 16 levels');
    const { path } = refusal(() => readReceipt(withMetadata(nested(16))));
    expect(path).toHaveLength(16);
  });

  it('does not count a scalar on the 17th level as a level', () => {
    accepts({ ...Object(nested(15)), more: 'text' });
  });

  it('rejects 1,000,000 levels and a cycle quickly', () => {
    const circle: Record<string, unknown> = {};
    circle.in = [circle];
    for (const value of [nested(1_000_000), circle]) {
      const began = process.cpuUsage();
      expect(detailOf(value)).toBe('must have at most 16 levels');
      // CPU time, since a shared machine may suspend the process.
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    }
  });

  it('accepts 256 members of an object or array, but not 257 or 1,000', () => {
    for (const many of [members, entries]) {
      accepts(many(256));
      expect(detailOf(many(257))).toBe('must have at most 256 members');
      expect(detailOf(many(1_000))).toBe('must have at most 256 members');
    }
  });

  it('accepts strings and names of 8,192 UTF-16 code units, but not 8,193', () => {
    for (const unit of ['a', 'é', '\u2028']) {
      accepts({ text: unit.repeat(8192) });
      accepts({ [unit.repeat(8192)]: 1 });
      expect(detailOf({ text: unit.repeat(8193) })).toBe('must have strings of at most 8192 characters');
      expect(detailOf({ [unit.repeat(8193)]: 1 })).toBe('must have strings of at most 8192 characters');
    }
    accepts({ text: '\u{1f600}'.repeat(4096) });
    expect(detailOf({ text: `${'\u{1f600}'.repeat(4096)}a` })).toBe('must have strings of at most 8192 characters');
  });

  it.each(['a', 'é', '\u2028', '\u{1f600}', '\n', '"'])(
    'accepts 32,768 bytes of canonical JSON made of %j, but not 32,769',
    (char) => {
      const text = (length: number) => {
        const each = new TextEncoder().encode(JSON.stringify(char)).length - 2;
        const bare = new TextEncoder().encode(
          canonicalJson(withMetadata({ a: '', b: '', c: '', d: '', e: '', f: '' })),
        ).length;
        const count = Math.floor((length - bare) / each);
        const parts = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, char.repeat(Math.floor(count / 5))]);
        const short = length - bare - 5 * Math.floor(count / 5) * each;
        return { ...Object.fromEntries(parts), f: 'x'.repeat(short) };
      };
      const right = readReceipt(withMetadata(text(32_768)));
      expect(signedBytes(right)).toHaveLength(32_768);
      expect(detailOf(text(32_769))).toBe('must be at most 32 KiB of canonical JSON');
    },
  );
});

describe('names with a meaning in JavaScript', () => {
  const text = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toJSON":"no function","hasOwnProperty":1}';

  it('are ordinary members, and do not pollute prototypes', () => {
    const pair = generateKeyPair();
    const receipt = readReceipt(
      JSON.parse(`${JSON.stringify({ ...RECEIPT, metadata: undefined }).slice(0, -1)},"metadata":${text}}`),
    );
    const signed = signReceipt(receipt, pair);
    const sent: typeof signed = JSON.parse(JSON.stringify(signed));
    expect(verifyReceipt(sent)).toBe(sent.receipt);
    expect(canonicalJson(sent.receipt)).toContain(
      '"metadata":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"toJSON":"no function"}',
    );
    expect(Reflect.get({}, 'x')).toBeUndefined();
    expect(Reflect.get(() => {}, 'x')).toBeUndefined();
  });

  it('are part of the signed bytes, so that removing one is rejected', () => {
    const signed = signReceipt(readReceipt(withMetadata(JSON.parse(text))), generateKeyPair());
    for (const name of ['__proto__', 'constructor', 'toJSON']) {
      const metadata = Object.fromEntries(Object.entries(JSON.parse(text)).filter(([other]) => other !== name));
      const receipt = withMetadata(metadata);
      expect(refusal(() => verifyReceipt({ ...signed, receipt })).code, name).toBe('signature_invalid');
    }
  });
});
