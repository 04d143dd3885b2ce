import { encode, rfc8949EncodeOptions } from 'cborg';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/attestation/bytes.js';
import { type Cbor, CborTag, cborBytes } from '../../src/attestation/cbor.js';
import { openCheckpoint } from '../../src/attestation/checkpoint.js';
import { readTlogProof, verifyTlogProof, writeTlogProof } from '../../src/attestation/tlog-proof.js';
import { partOf, volume } from '../support/volume.js';
import { always, SEED } from './always.js';
import { refusal } from './judge.js';
import { makeLog, makeSigner, oneBitOff } from './proof-sample.js';
import { acceptedInPython, PYTHON_MISSING } from './python-verifiers.js';
import { acceptedInRuby, RUBY_COSE_MISSING } from './ruby-cose.js';
import { acceptsCose, acceptsTlogProof } from './spec-verifiers.js';

const LEAVES = 700;
const entries = Array.from({ length: LEAVES }, (_, index) =>
  utf8(`{"id":"${index}","more":"${'x'.repeat(index % 90)}"}`),
);
const log = makeLog(entries);

/** Leaves in trees of many sizes, including small ones and powers of two. */
const PLACES = fc
  .sample(
    fc
      .integer({ min: 1, max: LEAVES })
      .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) })),
    { numRuns: volume(200, 1_000), seed: SEED },
  )
  .concat([1, 2, 3, 4, 5, 255, 256, 257, 512].map((size) => ({ size, index: size - 1 })));
const MANY = PLACES.slice(0, 30);
/** Leaves whose proofs are tested with each single bit changed. */
const CHANGED = [
  { size: 1, index: 0 },
  ...volume(
    PLACES.slice(0, 1),
    MANY,
    partOf(MANY, 5, ({ size, index }) => `${index} of ${size}`),
  ),
];

describe.each([
  { format: 'cose' as const, accepts: acceptsCose, make: log.cose },
  {
    format: 'tlog-proof' as const,
    accepts: acceptsTlogProof,
    make: (index: number, size: number) => utf8(log.tlogProof(index, size)),
  },
])('proofs as $format', ({ format, accepts, make }) => {
  const proofs = PLACES.map(({ index, size }) => make(index, size));
  const randomBits = proofs.map((bytes, at) => {
    const bit = (at * 7919) % (bytes.length * 8);
    return bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
  });
  const ofOther = makeLog(entries, makeSigner(log.signer.name)).known;

  it(`verify with independent JavaScript for ${PLACES.length} entries, but not with a changed bit or other key`, () => {
    expect(proofs.filter((bytes) => !accepts(bytes, log.known))).toEqual([]);
    expect(randomBits.filter((bytes) => accepts(bytes, log.known))).toEqual([]);
    expect(proofs.filter((bytes) => accepts(bytes, ofOther))).toEqual([]);
  });

  it(`verify in Python for ${PLACES.length} entries, but not with one bit changed`, ({ skip }) => {
    if (PYTHON_MISSING !== undefined) skip(PYTHON_MISSING);
    expect(acceptedInPython(format, proofs, log.known)).toEqual(proofs.map(() => true));
    expect(acceptedInPython(format, randomBits, log.known)).toEqual(proofs.map(() => false));
  });

  it('fail with any one bit changed, in JavaScript and in Python', ({ skip }) => {
    if (PYTHON_MISSING !== undefined) skip(PYTHON_MISSING);
    for (const { index, size } of CHANGED) {
      const changed = [...oneBitOff(make(index, size))];
      expect(changed.filter((bytes) => accepts(bytes, log.known)).length).toBe(0);
      expect(acceptedInPython(format, changed, log.known).filter(Boolean).length).toBe(0);
    }
  });
});

describe('COSE receipts', () => {
  it(`verify with the library ruby-cose for ${PLACES.length} entries, but not with one bit changed`, ({ skip }) => {
    if (RUBY_COSE_MISSING !== undefined) skip(RUBY_COSE_MISSING);
    const proofs = PLACES.map(({ index, size }) => log.cose(index, size));
    expect(acceptedInRuby('receipt', proofs, log.known)).toEqual(proofs.map(() => true));
    const changed = [...oneBitOff(log.cose(1, 3))];
    expect(acceptedInRuby('receipt', changed, log.known).filter(Boolean).length).toBe(0);
  });
});

describe('the tlog-proof of an entry', () => {
  const text = log.tlogProof(5, 300);

  it('can be read, and verifies only for its own entry', () => {
    expect(writeTlogProof(readTlogProof(text))).toBe(text);
    const [data, other] = [entries[5], entries[6]];
    if (!data || !other) throw new Error('there are no entries');
    expect(verifyTlogProof(text, data, log.signer)).toMatchObject({ index: 5, size: 300, witnesses: [] });
    expect(refusal(() => verifyTlogProof(text, other, log.signer)).code).toBe('invalid_proof');
  });

  it("has the format of the specification's example", () => {
    const example = `c2sp.org/tlog-proof@v1
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

example.com/fancylog
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

`;
    expect(readTlogProof(example)).toMatchObject({ index: 73_894, extra: undefined });
    expect(readTlogProof(example).hashes.length).toBe(2);
    expect(writeTlogProof(readTlogProof(example))).toBe(example);
  });

  it.each([
    ['no text', ''],
    ['another first line', text.replace('@v1', '@v2')],
    ['an index of 05', text.replace('index 5', 'index 05')],
    ['an index of -5', text.replace('index 5', 'index -5')],
    ['no index', text.replace('index 5\n', '')],
    ['extra data that is not base64', text.replace('extra ', 'extra !')],
    ['a hash that is not base64', text.replace('=\n\n', '\n\n')],
    ['64 hashes', text.replace('index 5\n', `index 5\n${`${'A'.repeat(43)}=\n`.repeat(64)}`)],
  ])('rejects a tlog-proof with %s', (_, changed) => {
    expect(refusal(() => readTlogProof(changed)).code).toBe('invalid_proof');
  });

  it('contains the checkpoint as the log signed it', () => {
    expect(openCheckpoint(readTlogProof(text).checkpoint, log.signer)).toMatchObject({ size: 300 });
  });
});

describe('CBOR', () => {
  const value: fc.Arbitrary<Cbor> = fc.letrec<{ value: Cbor }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.maxSafeInteger(),
      fc.nat(300),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 30 }),
      fc
        .array(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie('value')), { maxLength: 30 })
        .map((pairs) => new Map(pairs)),
    ),
  })).value;

  it('equals the output of another library', () => {
    always(value, (one) => {
      expect(Buffer.from(cborBytes(one))).toEqual(Buffer.from(encode(one, rfc8949EncodeOptions)));
    });
  });

  it('equals the examples of RFC 8949, appendix A', () => {
    const hex = (one: Cbor) => Buffer.from(cborBytes(one)).toString('hex');
    expect([0, 23, 24, 1000, 1_000_000_000_000, -1, -1000].map(hex)).toEqual([
      '00',
      '17',
      '1818',
      '1903e8',
      '1b000000e8d4a51000',
      '20',
      '3903e7',
    ]);
    expect(hex(new CborTag(23, Uint8Array.of(1, 2, 3, 4)))).toBe('d74401020304');
    expect(() => hex(0.5)).toThrow(RangeError);
  });
});
