import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { importedLongText, importedText, instant, line, linkUrl, text } from '../../src/schema/primitives.js';

/** First problem that a schema reports for a value, if any. */
function said(schema: z.ZodType, value: unknown): string | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

const CONTROLS = 'must not contain control characters or characters that override the direction of text';
const BLANK = 'must not be blank';

/** Characters that a terminal, log or page would interpret, each with its name. */
const ACTING: readonly (readonly [string, string])[] = [
  ['NUL', '\u0000'],
  ['ESC', '\u001b'],
  ['a carriage return', '\r'],
  ['DEL', '\u007f'],
  ['NEL', '\u0085'],
  ['CSI', '\u009b'],
  ['the last C1', '\u009f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ...Array.from({ length: 5 }, (_, index) => [`override ${index}`, String.fromCodePoint(0x202a + index)] as const),
  ...Array.from({ length: 4 }, (_, index) => [`isolate ${index}`, String.fromCodePoint(0x2066 + index)] as const),
];

describe('a text', () => {
  const some = text(20, 'a text');

  test.each(ACTING)('rejects %s', (_name, character) => {
    for (const value of [`a${character}b`, character, `${character} `]) expect(said(some, value)).toBe(CONTROLS);
    expect(said(line(20, 'a line'), `a${character}`)).toBe(CONTROLS);
  });

  test.each([' ', '\t\n', '\u00a0', '\u200b', '\u200b \ufeff', '\u2060', '\u00ad', '\u3164', '\u2800', '\u{e0100}'])(
    'rejects %j as a text, but not as a line',
    (value) => {
      expect(said(some, value)).toBe(BLANK);
      expect(said(line(20, 'a line'), value)).toBeUndefined();
    },
  );

  test.each(['a', 'a\tb\nc', 'naïve', 'שלום', 'a\u200db', '👨‍👩‍👧', '\u200eabc', 'é', '😀'.repeat(10)])(
    'accepts %j as a text',
    (value) => {
      expect(said(some, value)).toBeUndefined();
    },
  );
});

describe('a link', () => {
  test.each([
    'https://track.example/1?a=b#c',
    'HTTPS://track.example/1',
    'hTTp://track.example',
    'https://münchen.example/ü',
    'http://[::1]:8080/x',
    '/media/mug.png',
    '/media/a/b.c/d',
  ])('accepts %s as a link', (value) => {
    expect(said(linkUrl, value)).toBeUndefined();
  });

  test('accepts letters beyond ASCII in a link regardless of the number of links read before', () => {
    for (let index = 0; index < 30_000; index += 1) linkUrl.safeParse(`https://x.example/${index}`);
    expect(said(linkUrl, 'https://münchen.example/ü')).toBeUndefined();
  });

  test.each([
    'https://',
    'https:///x',
    'https:x.example',
    'https://?x',
    'https://no host/1',
    'https://x.example:port/',
    'javascript://x.example/%0aalert(1)',
    'data:text/html,x',
    '//x.example',
    'x.example',
    '/media',
    '/media/../api',
    '/media/a/..',
    '/media/%2e%2E/api',
    '/media/..\\api',
    'https://x.example/\u0000',
    'https://x.example/\u0085a',
    'https://x.example/\u202ea',
    'https://x.example/a b',
  ])('rejects %j as a link', (value) => {
    expect(said(linkUrl, value)).toBe('must be an http(s) URL');
  });
});

test.each(['', 'now', '2026-11-20', '2026-11-20T10:00:00', '2026-02-30T10:00:00Z'])(
  'rejects %j as an instant',
  (value) => {
    expect(said(instant, value)).toBe('must be an ISO 8601 time with zone');
  },
);

describe('a text of an import', () => {
  test.each(ACTING.filter(([name]) => name !== 'a carriage return'))('rejects %s', (_name, character) => {
    for (const schema of [importedText(20), importedLongText(20)])
      expect(said(schema, `a${character}b`)).toBe(CONTROLS);
  });

  test('converts Windows line endings, and trims a title', () => {
    expect(importedLongText(20).parse('a\r\nb\rc\n')).toBe('a\nb\nc\n');
    expect(importedText(20).parse(' a\r\n')).toBe('a');
    expect(said(importedText(20), ' \u200b ')).toBe(BLANK);
    expect(importedLongText(20).parse('')).toBe('');
  });
});
