import { describe, expect, it } from 'vitest';
import {
  type Countersignature,
  countersign,
  keyPairOf,
  readReceipt,
  reasonHash,
  receiptOf,
  signReceipt,
  verifyCountersignature,
} from '../../src/receipts.js';
import { jcs, receiptFor, sha256, signerOfSeed } from '../actors/signer.js';

/** Statements that consumers sign about receipts. */

const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PAIR = keyPairOf(Buffer.from(SEED, 'hex'));
const ACCEPT: Countersignature = {
  version: 'v0',
  receipt_hash: '5e57d535f1c0395cc05e0e2d68d2355c4811c0098bcb520c3809c13aafac47b0',
  order_id: 'ord_1',
  consumer_id: 'cons_31',
  decision: 'accept',
  reason_hash: null,
  issued_at: '2026-11-20T11:00:00Z',
};
const SALT = 'abcdefghijklmnopqrstuv';
const DISPUTE: Countersignature = {
  ...ACCEPT,
  decision: 'dispute',
  reason_hash: reasonHash(SALT, 'The mug is broken'),
};

describe('a countersignature', () => {
  it.each([ACCEPT, DISPUTE])('is the signature over a line and the canonical JSON ($decision)', (statement) => {
    const signed = countersign(statement, PAIR);
    expect(signed.signature).toBe(signerOfSeed(SEED).signText(`portal countersignature\n${jcs(statement)}`));
    expect(verifyCountersignature(signed)).toEqual(statement);
  });

  it('never reads as a receipt, nor a receipt as a countersignature', () => {
    const receipt = receiptOf(Buffer.from(jcs(receiptFor({ agent_id: 'agent', consumer_id: 'cons_31' }, 0))));
    const { signature, public_key } = signReceipt(receipt, PAIR);
    expect(() => readReceipt(ACCEPT)).toThrow('invalid_receipt');
    expect(() => verifyCountersignature({ statement: receipt, signature, public_key })).toThrow(
      'invalid_countersignature',
    );
    const bare = signerOfSeed(SEED).signText(jcs(ACCEPT));
    expect(() => verifyCountersignature({ statement: ACCEPT, signature: bare, public_key })).toThrow(
      'signature_invalid',
    );
  });

  it.each(Object.keys(ACCEPT))('is invalid with another %s', (name) => {
    const signed = countersign(DISPUTE, PAIR);
    const other = { order_id: null, decision: 'accept', version: 'v1', issued_at: '2026-11-20T11:00:01Z' };
    const changed = { ...DISPUTE, [name]: name in other ? Reflect.get(other, name) : '0'.repeat(64) };
    expect(() => verifyCountersignature({ ...signed, statement: changed })).toThrow(
      /^(signature_invalid|invalid_countersignature): /,
    );
  });

  it.each<[string, object]>([
    ['is required', JSON.parse(JSON.stringify({ ...ACCEPT, reason_hash: undefined }))],
    ['must be null to accept', { ...ACCEPT, reason_hash: '0'.repeat(64) }],
    ['is required to dispute', { ...DISPUTE, reason_hash: null }],
    ['must be "accept" or "dispute"', { ...ACCEPT, decision: 'reject' }],
    ['must be 64 lower-case hex digits', { ...ACCEPT, receipt_hash: 'A'.repeat(64) }],
    ['must be the id of the order, or null', { ...ACCEPT, order_id: '' }],
    ['must be an RFC 3339 time', { ...ACCEPT, issued_at: '2026-11-20' }],
    ['is not a member of a countersignature', { ...ACCEPT, note: '' }],
  ])('has exactly its members (%s)', (fault, statement) => {
    const { signature, public_key } = countersign(ACCEPT, PAIR);
    expect(() => verifyCountersignature({ statement, signature, public_key })).toThrow(fault);
  });
});

it('hashes a reason with its salt, as the format says', () => {
  expect(reasonHash(SALT, 'Zoë')).toBe(sha256(`${SALT}{"reason":"Zoë"}`));
});
