import { createPrivateKey, sign } from 'node:crypto';
import { signCheckpoint } from '../../src/attestation/checkpoint.js';
import { coseReceipt, coseSignedBytes } from '../../src/attestation/cose-receipt.js';
import { generateKeyPair, privateKeyPem } from '../../src/attestation/ed25519.js';
import { inclusionProof, leafHash, rootAt } from '../../src/attestation/merkle.js';
import type { NoteSigner } from '../../src/attestation/note.js';
import { writeTlogProof } from '../../src/attestation/tlog-proof.js';
import type { KnownLog } from './spec-verifiers.js';
import { growTree } from './tree.js';

/** Creates a signer with a new key. OpenSSL signs, for speed: the tests sign often. */
export function makeSigner(name: string): NoteSigner {
  const { seed, publicKey } = generateKeyPair();
  const key = createPrivateKey(privateKeyPem(seed));
  return { name, publicKey, sign: (message) => Uint8Array.from(sign(null, message, key)) };
}

/** Creates a log with these leaf entries, and functions that make its inclusion proofs in both formats. */
export function makeLog(entries: readonly Uint8Array[], signer = makeSigner('log.example/receipts/org_1/1')) {
  const tree = growTree(entries.map(leafHash));
  const known: KnownLog = {
    origin: signer.name,
    key: signer.publicKey.bytes,
    kid: signer.publicKey.thumbprint,
  };
  const proofOf = (index: number, size: number) => ({
    index,
    hashes: inclusionProof(index, size, tree.hashAt),
    entry: entries[index] ?? new Uint8Array(),
  });
  const checkpoint = (size: number) => signCheckpoint({ size, root: rootAt(size, tree.hashAt) }, signer);
  return {
    signer,
    known,
    checkpoint,
    cose(index: number, size: number) {
      const signature = signer.sign(coseSignedBytes(size, rootAt(size, tree.hashAt), signer));
      return coseReceipt(proofOf(index, size), { size, signature }, signer);
    },
    tlogProof(index: number, size: number) {
      const { entry, ...proof } = proofOf(index, size);
      return writeTlogProof({ ...proof, extra: entry, checkpoint: checkpoint(size) });
    },
  };
}

/** Yields copies that differ in one bit, for every `step`-th bit. */
export function* oneBitOff(bytes: Uint8Array, step = 1): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    yield bytes.with(bit >> 3, (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
  }
}
