import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/attestation/bundle.js';
import { contextHash } from '../../src/attestation/context-hash.js';
import {
  CONSUMER,
  changed,
  consumerEntry,
  countersignedEntry,
  makeCountersigned,
  type Path,
  partsOf,
} from './bundle-sample.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

const BUNDLE = makeCountersigned();
const [KEY] = consumerEntry(RECEIPT.consumer_id).keys ?? [];
const decided = (...list: readonly (readonly [number, 'accept' | 'dispute'])[]) =>
  new Map(list.map(([index, decision]) => [index, countersignedEntry(RECEIPT, decision)]));

const errorOf = (bundle: unknown) => refusal(() => verifyBundle(bundle));

describe('verification of a bundle with countersignatures', () => {
  it('returns who decided what, when, and whose key it is since when', () => {
    const { countersignatures, ...rest } = BUNDLE;
    expect(verifyBundle(BUNDLE)).toEqual({
      ...verifyBundle(rest),
      countersignatures: [
        {
          ...{ decision: 'accept', at: '2026-11-20T10:00:03.000Z', issued_at: '2026-11-20T10:00:02Z', log_index: 6 },
          ...{ consumer_id: RECEIPT.consumer_id, order_id: null, reason_hash: null },
          ...{ key_fingerprint: CONSUMER.publicKey.fingerprint, key_registered_at: KEY?.created_at },
        },
      ],
    });
    expect(countersignatures).toHaveLength(1);
  });

  it('accepts an acceptance after a dispute', () => {
    const bundle = makeCountersigned({ decisions: decided([5, 'dispute'], [7, 'accept']) });
    expect(verifyBundle(bundle).countersignatures).toMatchObject([{ decision: 'dispute' }, { decision: 'accept' }]);
  });

  it.each([
    ['after an acceptance', decided([5, 'accept'], [7, 'dispute'])],
    ['twice', decided([5, 'dispute'], [7, 'dispute'])],
    ['in another order than in the log', decided([7, 'dispute'], [5, 'accept'])],
  ])('rejects decisions %s, even if they are in the log', (_what, decisions) => {
    const path = ['countersignatures', '1'];
    expect(errorOf(makeCountersigned({ decisions }))).toMatchObject({
      detail: 'cannot follow the one before it',
      path,
    });
  });

  it('rejects a decision that is before the receipt, or before the key', () => {
    expect(errorOf(makeCountersigned({ decisions: decided([3, 'accept']) })).detail).toBe('must be after the receipt');
    const detail = 'must be before the countersignature';
    expect(errorOf(makeCountersigned({ consumerIndex: 7 })).detail).toBe(detail);
  });

  it.each([
    ['about another receipt', countersignedEntry(RECEIPT, 'accept', { receipt_hash: '0'.repeat(64) })],
    ['of another consumer', countersignedEntry(RECEIPT, 'accept', { consumer_id: 'cons_other' })],
    ['under another receipt id', { ...countersignedEntry(RECEIPT, 'accept'), id: 'other' }],
  ])('rejects a decision %s', (_what, entry) => {
    const error = errorOf(makeCountersigned({ decisions: new Map([[6, entry]]) }));
    expect(error.detail).toBe('is about another receipt or consumer');
  });

  it('rejects a decision about another order than the context', () => {
    const context = { order_id: 'ord_1' };
    const receipt = { ...RECEIPT, context_hash: contextHash(context) };
    const about = (order_id: string | null) => ({
      ...makeCountersigned({ receipt, decisions: new Map([[6, countersignedEntry(receipt, 'accept', { order_id })]]) }),
      context,
    });
    expect(errorOf(about('ord_2')).detail).toBe('is about another order than the context');
    for (const order_id of ['ord_1', null])
      expect(verifyBundle(about(order_id)).countersignatures).toMatchObject([{ order_id }]);
  });

  it.each([
    ['revoked', consumerEntry(RECEIPT.consumer_id, { keys: KEY ? [{ ...KEY, status: 'revoked' }] : [] })],
    ['missing', consumerEntry(RECEIPT.consumer_id, { keys: [] })],
    ['under another id', consumerEntry(RECEIPT.consumer_id, { keys: KEY ? [{ ...KEY, id: 'other' }] : [] })],
  ])("rejects a key that is %s in the consumer's entry", (_what, consumer) => {
    expect(errorOf(makeCountersigned({ consumer })).detail).toBe('does not have the key as active');
  });

  it("rejects a consumer's entry of another consumer", () => {
    const detail = "must be an entry of the receipt's consumer with keys";
    expect(errorOf(makeCountersigned({ consumer: consumerEntry('cons_other') })).detail).toBe(detail);
  });

  it('rejects an empty list, and a third decision', () => {
    const [one] = BUNDLE.countersignatures;
    for (const countersignatures of [[], [one, one, one]])
      expect(errorOf({ ...BUNDLE, countersignatures }).path).toEqual(['countersignatures']);
  });

  it.each(partsOf(BUNDLE.countersignatures).map(({ path, value }) => [path.join('.'), path, value] as const))(
    'rejects a changed, missing or additional member at countersignatures.%s',
    (_name, path: Path, value) => {
      const at = ['countersignatures', ...path];
      const others = typeof value === 'object' ? ['x', {}] : [undefined, `${value}x`];
      for (const other of others) expect(errorOf(changed(BUNDLE, at, other)).detail).toMatch(/^[a-z].*[^.]$/);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      expect(errorOf(changed(BUNDLE, at, { ...value, added: 1 })).detail).toMatch(/^[a-z].*[^.]$/);
    },
  );
});
