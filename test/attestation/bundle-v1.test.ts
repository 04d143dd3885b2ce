import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/attestation/bundle.js';
import { parseBundle } from '../../src/attestation/bundle-text.js';
import { CONTEXT_RECEIPT, changed, keyEntry, makeBundle, makeBundleV1, type Path, partsOf } from './bundle-sample.js';
import { refusal } from './judge.js';

const BUNDLE = makeBundleV1();

const errorOf = (bundle: unknown) => refusal(() => verifyBundle(bundle));

describe('verification of a v1 bundle', () => {
  it('returns the owner of the key, since when, and the context', () => {
    const entry = keyEntry();
    const key_owner = { key_id: entry.id, agent_id: entry.agent_id, registered_at: entry.at };
    const { key, context, ...v0 } = { ...BUNDLE, bundle: 'v0' };
    expect(verifyBundle(BUNDLE)).toEqual({
      ...verifyBundle(v0),
      ...{ key_owner, context, receipt: CONTEXT_RECEIPT },
    });
    expect(verifyBundle(v0)).not.toHaveProperty('key_owner');
  });

  it.each(['v0', 'v0.1', 'v0.17'])(
    'rejects its members under the version %s, which would not verify them',
    (bundle) => {
      const { key, context, ...v0 } = { ...BUNDLE, bundle };
      for (const more of [{ key }, { context }, { countersignatures: [] }, { delegation: null }]) {
        expect(errorOf({ ...v0, ...more })).toMatchObject({
          code: 'invalid_bundle',
          detail: 'is a member of v1 alone, so bundle must be "v1"',
          path: Object.keys(more),
        });
      }
    },
  );

  it('accepts a key of the whole organization, and a bundle without context', () => {
    const bundle = makeBundleV1({ entry: keyEntry({ agent_id: null }), context: null });
    expect(verifyBundle(bundle).key_owner?.agent_id).toBeNull();
    expect(verifyBundle(bundle)).not.toHaveProperty('context');
  });

  it('accepts an entry after the receipt only if an upgrade found the key', () => {
    const found = keyEntry({ type: 'key_found', status: 'retired', retired_at: '2026-11-21T00:00:00.000Z' });
    expect(verifyBundle(makeBundleV1({ keyIndex: 6, entry: found })).key_owner?.key_id).toBe(found.id);
    expect(errorOf(makeBundleV1({ keyIndex: 6 }))).toMatchObject({ detail: 'must be before the receipt' });
  });

  it.each([
    ['of another key', keyEntry({ key_fingerprint: 'f'.repeat(64) }), 'is about another key'],
    ['for another agent', keyEntry({ agent_id: 'agent_other' }), 'is not the agent of the receipt'],
    [
      'that revokes the key',
      keyEntry({ type: 'key_revoked', status: 'revoked' }),
      'must be an entry that registers a key',
    ],
    ['of a registration as retired', keyEntry({ status: 'retired' }), 'must be an entry that registers a key'],
    ['with another member', Object.assign(keyEntry(), { more: 1 }), 'must be an entry that registers a key'],
  ])('rejects an entry %s, even if it is in the log', (_what, entry, detail) => {
    expect(errorOf(makeBundleV1({ entry }))).toMatchObject({ code: 'invalid_bundle', detail });
  });

  it.each(partsOf(BUNDLE).map(({ path, value }) => [path.join('.'), path, value] as const))(
    'rejects a changed, missing or additional member at %s',
    (_name, path: Path, value) => {
      const others = typeof value === 'object' ? [undefined, 'x', []] : [undefined, `${value}x`, null];
      // Without a context, the bundle proves less, but nothing false.
      for (const other of others.filter((one) => one !== undefined || path.join() !== 'context'))
        expect(errorOf(changed(BUNDLE, path, other)).detail).toMatch(/^[a-z].*[^.]$/);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      expect(errorOf(changed(BUNDLE, path, { ...value, added: 1 })).detail).toMatch(/^[a-z].*[^.]$/);
    },
  );

  it('rejects unknown members, which v0 ignores', () => {
    const detail = 'is not a member of a bundle of this version';
    expect(errorOf({ ...BUNDLE, more: 1 })).toMatchObject({ detail, path: ['more'] });
    expect(errorOf({ ...BUNDLE, log: { ...BUNDLE.log, more: 1 } })).toMatchObject({ detail, path: ['log', 'more'] });
    expect(errorOf({ ...BUNDLE, key: { ...BUNDLE.key, more: 1 } })).toMatchObject({ detail, path: ['key', 'more'] });
  });
});

describe('parseBundle', () => {
  const text = JSON.stringify(makeBundle());

  it('reads text or bytes, and the response of a portal', () => {
    expect(parseBundle(text)).toEqual(makeBundle());
    expect(parseBundle(new TextEncoder().encode(`{"data":${text}}`))).toEqual(makeBundle());
  });

  it('reads large doubles as JavaScript writes them', () => {
    const large = { a: [2 ** 53, 123456789012345680000, -1.2345678901234568e20] };
    expect(parseBundle(JSON.stringify(large))).toEqual(large);
  });

  it.each([
    ['a duplicate member', text.replace('{', '{"id":"x",'), 'a member appears twice'],
    ['a duplicate member by an escape', text.replace('{', '{"\\u0069d":"x",'), 'a member appears twice'],
    ['a lone surrogate', text.replace('{', '{"a":"\\ud800",'), 'a string holds half a surrogate pair'],
    [
      'an integer beyond doubles',
      text.replace('{', '{"a":9007199254740993,'),
      'a double cannot hold the number 9007199254740993',
    ],
    ['an infinite number', text.replace('{', '{"a":-1e400,'), 'a double cannot hold the number -1e400'],
    ['NaN', text.replace('{', '{"a":NaN,'), 'it is not well-formed'],
    ['65 levels', text.replace('{', `{"a":${'['.repeat(64)}${']'.repeat(64)},`), 'it is nested deeper than 64'],
    ['a byte order mark', `\ufeff${text}`, 'it is not well-formed'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'it is not UTF-8'],
  ])('rejects %s', (_what, source, reason) => {
    expect(refusal(() => parseBundle(source))).toMatchObject({
      ...{ code: 'invalid_bundle', detail: `is not strict JSON; ${reason}` },
    });
  });
});
