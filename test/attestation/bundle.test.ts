import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/attestation/bundle.js';
import { utf8 } from '../../src/attestation/bytes.js';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { generateKeyPair } from '../../src/attestation/ed25519.js';
import { receiptLeafHash } from '../../src/attestation/log-leaf.js';
import { vkeyOf } from '../../src/attestation/note.js';
import { receiptHash, receiptOf, signedBytes } from '../../src/attestation/receipt.js';
import { LOG, makeBundle, noteSigner, SIGNER } from './bundle-sample.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

const SIZES = [1, 2, 3, 7, 8, 9, 20];

describe('a valid bundle', () => {
  const bundle = makeBundle();

  it('yields the proven receipt and log entry', () => {
    expect(verifyBundle(bundle)).toEqual({
      receipt: RECEIPT,
      id: bundle.id,
      receipt_hash: receiptHash(signedBytes(RECEIPT)),
      key_fingerprint: SIGNER.publicKey.fingerprint,
      log: vkeyOf(LOG),
      log_index: 4,
      tree_size: 7,
      received_at: bundle.received_at,
    });
  });

  it('verifies after serialization as JSON, with members in any order', () => {
    const sent: unknown = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(bundle).reverse())));
    expect(verifyBundle(sent)).toEqual(verifyBundle(bundle));
  });

  it.each(SIZES)('verifies for every entry in a log of %i', (size) => {
    for (let index = 0; index < size; index += 1) {
      expect(verifyBundle(makeBundle({ index, size }))).toMatchObject({ log_index: index, tree_size: size });
    }
  });

  it('is accepted without pins, and with pins for its own signer and log', () => {
    const signer = SIGNER.publicKey.fingerprint;
    for (const pins of [{}, { signer }, { log: vkeyOf(LOG) }, { signer, log: vkeyOf(LOG) }, { signer: undefined }]) {
      expect(verifyBundle(bundle, pins).key_fingerprint).toBe(signer);
    }
  });
});

it('computes a leaf hash as SHA-256 of a zero byte and the canonical JSON of exactly three members', () => {
  const entry = { received_at: '2026-11-20T10:00:01.234Z', receipt_hash: 'ab'.repeat(32), id: 'rcp_01' };
  const text = `{"id":"rcp_01","receipt_hash":"${'ab'.repeat(32)}","received_at":"2026-11-20T10:00:01.234Z"}`;
  const wanted = createHash('sha256').update('\0').update(text).digest('hex');
  expect(Buffer.from(receiptLeafHash(entry)).toString('hex')).toBe(wanted);
  expect(receiptLeafHash(Object.assign({ agent_id: 'a' }, entry))).toEqual(receiptLeafHash(entry));
});

describe('verification of a foreign bundle', () => {
  it('rejects a bundle by a signer that is not pinned', () => {
    const { fingerprint } = generateKeyPair().publicKey;
    for (const signer of [fingerprint, '', SIGNER.publicKey.fingerprint.toUpperCase()]) {
      const { code, detail } = refusal(() => verifyBundle(makeBundle(), { signer }));
      expect(code).toBe('invalid_bundle');
      expect(detail).toBe(`it is signed by the key ${SIGNER.publicKey.fingerprint}, not by the key that you specified`);
    }
  });

  it('rejects a bundle of a log that is not pinned, even if it has the same name', () => {
    for (const log of [vkeyOf(noteSigner(LOG.name)), vkeyOf(noteSigner('other')), '', LOG.name]) {
      const { code, detail } = refusal(() => verifyBundle(makeBundle(), { log }));
      expect(code).toBe('invalid_bundle');
      expect(detail).toBe(`it is from the log ${vkeyOf(LOG)}, not from the log that you specified`);
    }
  });

  it('rejects a bundle of an entirely forged log, which only the pin reveals', () => {
    const forged = makeBundle({ log: noteSigner(LOG.name) });
    expect(verifyBundle(forged).id).toBe(forged.id);
    expect(refusal(() => verifyBundle(forged, { log: vkeyOf(LOG) })).code).toBe('invalid_bundle');
  });

  it('rejects a checkpoint of another log, or of this log at another size', () => {
    const bundle = makeBundle();
    const other = makeBundle({ log: noteSigner('other') }).log.checkpoint;
    const later = makeBundle({ size: 8 }).log.checkpoint;
    const withCheckpoint = (checkpoint: string) => ({ ...bundle, log: { ...bundle.log, checkpoint } });
    expect(refusal(() => verifyBundle(withCheckpoint(other))).detail).toBe(`the note is not signed by ${LOG.name}`);
    expect(refusal(() => verifyBundle(withCheckpoint(later))).detail).toBe("tree_size is 7, the checkpoint's is 8");
  });

  it('rejects a weak log key', () => {
    const id = createHash('sha256').update(`${LOG.name}\n\u0001\u0001`).update(new Uint8Array(31)).digest('hex');
    const weak = Buffer.from([1, 1, ...new Uint8Array(31)]).toString('base64');
    const bundle = makeBundle();
    const log = { ...bundle.log, public_key: `${LOG.name}+${id.slice(0, 8)}+${weak}` };
    expect(refusal(() => verifyBundle({ ...bundle, log })).code).toBe('invalid_note');
  });

  it('rejects the proof of another receipt, validly signed by the same key', () => {
    const other = makeBundle({ receipt: { ...RECEIPT, job_id: 'job-0002' } });
    const { code, detail } = refusal(() => verifyBundle({ ...other, log: makeBundle().log }));
    expect({ code, detail }).toEqual({
      code: 'invalid_proof',
      detail: 'the log does not hold this receipt with this id and time',
    });
  });

  it.each([null, undefined, 1, 'bundle', [], {}, [makeBundle()], { bundle: 'v0' }, { ...makeBundle(), bundle: 'v1' }])(
    'rejects a bundle of invalid structure (%#)',
    (value) => expect(refusal(() => verifyBundle(value)).code).toBe('invalid_bundle'),
  );
});

describe('signed bytes alone', () => {
  const bytes = signedBytes(RECEIPT);

  it('parse as the receipt', () => {
    expect(receiptOf(bytes)).toEqual(RECEIPT);
  });

  it.each<[string, Uint8Array]>([
    ['white space', utf8(JSON.stringify(RECEIPT, null, 1))],
    ['another order of members', utf8(JSON.stringify(RECEIPT))],
    ['a member twice', utf8(canonicalJson(RECEIPT).replace('{', '{"agent_id":"other",'))],
    ['another spelling of a number', utf8(canonicalJson(RECEIPT).replace('"steps":2', '"steps":2.0'))],
    ['a line break at the end', Uint8Array.from([...bytes, 10])],
    ['a BOM', Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes])],
    ['text that is not JSON', utf8('{')],
    ['bytes that are not UTF-8', Uint8Array.of(0xff)],
    ['an object that is not a receipt', utf8('{}')],
  ])('are rejected if they contain %s', (_, other) => {
    expect(refusal(() => receiptOf(other)).code).toBe('invalid_receipt');
  });
});
