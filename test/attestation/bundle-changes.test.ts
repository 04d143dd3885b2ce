import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/attestation/bundle.js';
import { changed, makeBundle, type Path, partsOf } from './bundle-sample.js';
import { refusal } from './judge.js';

const BUNDLE = makeBundle();
const PARTS = partsOf(BUNDLE).map((part) => ({ ...part, name: part.path.join('.') }));

/** Other values of the same type, which a type check would not detect. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, value + 2 ** 32, -value];
  if (typeof value !== 'string') return [];
  const places = [0, value.length >> 1, value.length - 1];
  return [
    ...places.map((at) => value.slice(0, at) + String.fromCharCode(value.charCodeAt(at) ^ 1) + value.slice(at + 1)),
    `${value}x`,
    ` ${value}`,
    value.slice(1),
    value.slice(0, -2),
    '',
  ];
}

/** Values of another type; `undefined` removes the member. */
const OTHER_KINDS: readonly unknown[] = [undefined, null, true, 7.5, 'text', [], {}, [1]];

function errorOf(path: Path, other: unknown) {
  return refusal(() => verifyBundle(changed(BUNDLE, path, other)));
}

/** Returns a pattern of the error, as code and text, that a changed member must cause. */
function expected(name: string): RegExp {
  if (name.startsWith('receipt.')) {
    return /^(signature_invalid: the signature is not valid for this key and this receipt, whose receipt_hash is [0-9a-f]{64}|invalid_receipt: must be .+|unsupported_receipt_version: must be "v0")$/;
  }
  const sentences: Readonly<Record<string, RegExp>> = {
    // A flipped bit makes v1 of v0, which has more members.
    bundle: /^invalid_bundle: (.*v0|must be an object$)/,
    id: /^(invalid_bundle: must be a UUID|invalid_proof: the log does not hold this receipt)/,
    received_at: /^(invalid_bundle: must be a time|invalid_proof: the log does not hold this receipt)/,
    signature: /^(invalid_signature_encoding: .* the signature|signature_invalid: the signature)/,
    public_key:
      /^(invalid_public_key: (?:.* Ed25519 public key|must be a point of the curve)|signature_invalid: the signature is not valid for this key)/,
    signed_bytes: /^invalid_bundle: signed_bytes are not/,
    'log.public_key': /^invalid_note: .*(verifier key|not signed by)/,
    'log.tree_size': /^invalid_proof: tree_size is -?\d+, the checkpoint's is 7$/,
    'log.checkpoint': /^invalid_note: the (note|signature) /,
  };
  return sentences[name] ?? /^invalid_proof: the log does not hold this receipt with this id and time$/;
}

describe('verification of a bundle with one change', () => {
  it('covers changes of 25 members and entries', () => {
    expect(PARTS.map(({ name }) => name)).toHaveLength(25);
  });

  it.each(PARTS)('rejects another value with a reason: $name', ({ path, name, value }) => {
    for (const other of othersOf(value)) expect(errorOf(path, other).message).toMatch(expected(name));
  });

  it.each(PARTS)('rejects a value of the wrong type or a missing one: $name', ({ path }) => {
    for (const other of OTHER_KINDS) expect(errorOf(path, other).detail).toMatch(/^[a-z].*[^.]$/);
  });

  it('ignores unknown members outside the receipt, so that later versions can add some', () => {
    const more = { ...BUNDLE, data: {}, witnesses: [1], log: { ...BUNDLE.log, witnesses: 'any' } };
    expect(verifyBundle(more)).toEqual(verifyBundle(BUNDLE));
    const receipt = { ...BUNDLE.receipt, witnesses: 'any' };
    expect(refusal(() => verifyBundle({ ...BUNDLE, receipt })).code).toBe('invalid_receipt');
  });

  it.each(['v0', 'v0.0', 'v0.1', 'v0.17'])('accepts the version %s', (bundle) => {
    expect(verifyBundle({ ...BUNDLE, bundle })).toEqual(verifyBundle(BUNDLE));
  });

  it.each(['v1.0', 'v00', 'v0.', 'v0.01', 'v0.1.1', 'v0 ', 'V0', 'v10', 0])('rejects the version %s', (bundle) => {
    expect(errorOf(['bundle'], bundle).message).toBe('invalid_bundle: must be "v0", "v0." and a number, or "v1"');
  });

  it('rejects two swapped hashes and an extra hash', () => {
    const { hashes } = BUNDLE.log;
    for (const other of [hashes.toReversed(), [...hashes, hashes[0]]]) {
      expect(errorOf(['log', 'hashes'], other).code).toBe('invalid_proof');
    }
  });

  it('names, in the message or the path, a member that is missing or of the wrong type', () => {
    const unnamed = PARTS.filter(({ path }) =>
      [undefined, null].some((other) => {
        const error = errorOf(path, other);
        const member = path.findLast((name) => typeof name === 'string') ?? '';
        const proof = /does not hold this receipt|signature is not valid for this key/;
        return ![error.detail, ...error.path].join(' ').includes(member) && !proof.test(error.detail);
      }),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });
});
