import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { always, SEED } from './always.js';
import { refusal } from './judge.js';

/** RFC 8785 implemented differently from the program, with explicit code units and digits. */
function reference(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(reference).join(',')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return number(value);
  if (typeof value !== 'object' || value === null) return `${value}`;
  const members = Object.entries(value).sort(([a], [b]) => byCodeUnits(a, b));
  return `{${members.map(([name, inner]) => `${quoted(name)}:${reference(inner)}`).join(',')}}`;
}

function byCodeUnits(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return a.charCodeAt(at) - b.charCodeAt(at);
  }
  return a.length - b.length;
}

const SHORT: Readonly<Record<string, string>> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' };

function quoted(text: string): string {
  const escaped = Array.from(text, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`;
    if (char >= ' ') return char;
    return `\\${SHORT[char] ?? `u${char.charCodeAt(0).toString(16).padStart(4, '0')}`}`;
  });
  return `"${escaped.join('')}"`;
}

/** The fewest digits that identify the double, formatted as in ECMA-262 `Number::toString`. */
function number(value: number): string {
  if (value === 0) return '0';
  if (value < 0) return `-${number(-value)}`;
  const [digits = '', power = ''] = value.toExponential().replace('.', '').split('e');
  const point = Number(power) + 1;
  if (point > 21 || point < -5) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${digits[0]}${fraction}e${point > 0 ? '+' : '-'}${Math.abs(point - 1)}`;
  }
  if (point >= digits.length) return digits.padEnd(point, '0');
  return point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`;
}

const NAMES = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('__proto__', 'constructor', 'toJSON', 'é', 'e\u0301', '\ufb33', '\u{1f600}', '1', '10', '2', ''),
);
const NUMBERS = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger());
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom(null, true, false), NUMBERS, NAMES),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(NAMES, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

/** Objects of many members, some with more names than the tree accepts. */
const wide = fc.dictionary(NAMES, NUMBERS, { minKeys: 10, maxKeys: 80, size: 'max' });

/** Reverses the order of members at every depth. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value).map(([name, inner]) => [name, turned(inner)]);
  return Object.fromEntries(members.reverse());
}

/** Replaces negative zero, which JSON lacks. */
function withoutMinusZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutMinusZero(inner)]));
}

describe(`canonical JSON of random values (seed ${SEED})`, () => {
  it('equals the output of another implementation of RFC 8785', () => {
    always(values, (value) => expect(canonicalJson(value)).toBe(reference(value)));
  });

  it('equals it for objects of few and of many members', () => {
    always(wide, (value) => expect(canonicalJson(value)).toBe(reference(value)));
  });

  it('equals it for names that were seen before, in the same order and with more or fewer of them', () => {
    const long = 'n'.repeat(100);
    const names = Array.from({ length: 3_000 }, (_, number) => `name ${(number * 7_919) % 3_000}`);
    for (const name of names) {
      for (const round of [0, 1]) {
        for (const value of [
          { [name]: round },
          { z: 1, [name]: 2, a: 3 },
          { z: 1, [name]: 2 },
          { [name]: 1, [long + round]: 2, a: 3 },
        ])
          expect(canonicalJson(value)).toBe(reference(value));
      }
    }
  });

  it('equals it for each code unit up to U+0100, alone and between letters', () => {
    for (let unit = 0; unit <= 0x100; unit += 1) {
      const char = String.fromCharCode(unit);
      for (const text of [char, `a${char}z`]) expect(canonicalJson({ [text]: text })).toBe(reference({ [text]: text }));
    }
  });

  it('preserves the value', () => {
    always(values, (value) => {
      const meant: unknown = JSON.parse(canonicalJson(value));
      expect(isDeepStrictEqual(meant, withoutMinusZero(value)), canonicalJson(value)).toBe(true);
    });
  });

  it('is unchanged when canonicalized again', () => {
    always(values, (value) => expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value)));
  });

  it('does not depend on the order of members', () => {
    always(values, (value) => expect(canonicalJson(turned(value))).toBe(canonicalJson(value)));
  });

  it('distinguishes composed from decomposed letters, empty from absent members, and close numbers', () => {
    expect(canonicalJson({ name: 'é' })).not.toBe(canonicalJson({ name: 'e\u0301' }));
    expect(canonicalJson({})).not.toBe(canonicalJson({ metadata: {} }));
    expect(canonicalJson(0.1)).not.toBe(canonicalJson(0.10000000000000002));
  });

  it('rejects half a surrogate pair in strings and in names', () => {
    const halves = fc.tuple(fc.string(), fc.integer({ min: 0xd800, max: 0xdfff }), fc.string());
    always(halves, ([before, half, after]) => {
      const text = before + String.fromCharCode(half) + after;
      expect(refusal(() => canonicalJson([text])).code).toBe('invalid_receipt');
      expect(refusal(() => canonicalJson({ a: { [text]: 1 } })).code).toBe('invalid_receipt');
    });
  });
});
