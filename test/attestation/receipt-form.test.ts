import { describe, expect, it } from 'vitest';
import { readReceipt } from '../../src/attestation/receipt.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

const withMember = (name: string, value: unknown) => ({ ...RECEIPT, [name]: value });
const IDS = ['agent_id', 'consumer_id', 'job_id'];
const REQUIRED = [...IDS, 'resolution', 'context_hash', 'issued_at', 'version'];

function accepts(value: unknown): void {
  expect(readReceipt(value)).toBe(value);
}

function refuses(value: unknown, path: readonly (string | number)[], code = 'invalid_receipt'): void {
  const error = refusal(() => readReceipt(value));
  expect({ code: error.code, path: error.path }).toEqual({ code, path });
  expect(error.detail).toMatch(/^\S.*\S$/);
}

describe('rejects values that are not objects', () => {
  it.each([null, undefined, 1, true, 'receipt', [RECEIPT], 7n, Symbol('receipt'), () => RECEIPT])('%s', (value) =>
    refuses(value, []),
  );
});

describe('members', () => {
  it.each(REQUIRED)('requires %s', (name) => {
    refuses(Object.fromEntries(Object.entries(RECEIPT).filter(([other]) => other !== name)), [name]);
  });

  it.each(REQUIRED)('rejects an object that inherits %s', (name) => {
    const inherited = Object.fromEntries(Object.entries(RECEIPT).filter(([other]) => other !== name));
    refuses(Object.setPrototypeOf(inherited, { [name]: 'v0' }), []);
  });

  it.each(REQUIRED.filter((name) => name !== 'version'))('requires %s to be a string', (name) => {
    for (const value of [null, 1, true, [], {}, ['a']]) refuses(withMember(name, value), [name]);
    refuses(withMember(name, undefined), [name]);
  });

  it('accepts a receipt without metadata', () => {
    const { metadata: _, ...rest } = RECEIPT;
    accepts(rest);
  });

  it.each(['note', 'Version', 'agentId', 'signature', '', 'hasOwnProperty', 'toString', 'constructor', '__proto__'])(
    'rejects the unknown member %j',
    (name) => refuses(JSON.parse(`${JSON.stringify(RECEIPT).slice(0, -1)},${JSON.stringify(name)}:"x"}`), [name]),
  );
});

describe('version', () => {
  it.each(['v1', 'V0', '0', 'v0 ', 'v00', '', 0, null, true, {}, ['v0']])('rejects the version %j', (version) =>
    refuses({ ...RECEIPT, version }, ['version'], 'unsupported_receipt_version'),
  );
});

describe.each(IDS)('%s', (name) => {
  it.each<[string, string]>([
    ['1 character', 'a'],
    ['255 characters', 'a'.repeat(255)],
    ['255 characters outside the BMP', '\u{1f600}'.repeat(255)],
    ['a space inside', 'a b'],
    ['letters of any script', 'агент é 代理'],
    ['a line separator inside', 'a\u2028b'],
    ['quotes and slashes', '"a\\/b'],
  ])('accepts %s', (_, text) => accepts(withMember(name, text)));

  it.each<[string, string]>([
    ['an empty string', ''],
    ['256 characters', 'a'.repeat(256)],
    ['256 characters outside the BMP', '\u{1f600}'.repeat(256)],
    ['a leading space', ' a'],
    ['a trailing space', 'a '],
    ['a trailing no-break space', 'a\u00a0'],
    ['a leading BOM', '\ufeffa'],
    ['only a space', ' '],
    ['NUL', 'a\0b'],
    ['a line break inside', 'a\nb'],
    ['a trailing line break', 'a\n'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007fb'],
    ['a C1 control', 'a\u0085b'],
    ['half a surrogate pair', 'a\ud800'],
  ])('rejects %s', (_, text) => refuses(withMember(name, text), [name]));
});

describe('resolution', () => {
  it.each(['success', 'failure', 'partial', 'canceled', 'a', 'a_1', `a${'b'.repeat(63)}`])('accepts %j', (text) =>
    accepts(withMember('resolution', text)),
  );

  it.each(['', 'Success', 'a-b', '1a', '_a', 'a b', 'a\n', '\na', 'é', `a${'b'.repeat(64)}`])('rejects %j', (text) =>
    refuses(withMember('resolution', text), ['resolution']),
  );
});

describe('context_hash', () => {
  it.each(['x', ' ', '~', 'any printable text!', 'a'.repeat(255), `sha256:${'0'.repeat(64)}`])('accepts %j', (text) =>
    accepts(withMember('context_hash', text)),
  );

  it.each(['', 'a'.repeat(256), 'a\n', 'a\tb', 'a\0', 'a\u007f', 'é', '\u{1f600}'])('rejects %j', (text) =>
    refuses(withMember('context_hash', text), ['context_hash']),
  );
});

describe('metadata', () => {
  it.each([{}, { a: 1 }, { a: null }, Object.assign(Object.create(null), { a: 1 })])('accepts %j', (metadata) =>
    accepts({ ...RECEIPT, metadata }),
  );

  it.each([null, [], ['a'], 'a', 1, true])('rejects %j', (metadata) => refuses({ ...RECEIPT, metadata }, ['metadata']));

  it('rejects undefined in place of an absent member', () =>
    refuses({ ...RECEIPT, metadata: undefined }, ['metadata']));
});
