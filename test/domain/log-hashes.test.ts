import { expect, it } from 'vitest';
import { leafHash as leafOfLibrary, nodeHash as nodeOfLibrary } from '../../src/attestation/merkle.js';
import { receiptHash as receiptOfLibrary } from '../../src/attestation/receipt.js';
import { leafHash, nodeHash, receiptHash } from '../../src/domain/receipt/log-hashes.js';

it.each([0, 1, 31, 32, 54, 55, 56, 63, 64, 65, 200, 5000])(
  'computes with OpenSSL the same hashes of %i bytes as the receipts library',
  (length) => {
    const data = Uint8Array.from({ length }, (_, at) => (at * 31) & 255);
    expect(Buffer.from(leafHash(data))).toEqual(Buffer.from(leafOfLibrary(data)));
    expect(receiptHash(data)).toBe(receiptOfLibrary(data));
    const [left, right] = [leafOfLibrary(data), leafOfLibrary(Uint8Array.of(length & 255))];
    expect(Buffer.from(nodeHash(left, right))).toEqual(Buffer.from(nodeOfLibrary(left, right)));
    expect(nodeHash(left, right)).not.toEqual(nodeHash(right, left));
  },
);
