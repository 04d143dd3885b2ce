/**
 * Signs and verifies job receipts, for agents and anyone who holds a receipt (docs/receipts.md). It uses no Node
 * features, so it also runs in browsers. The package exports it as `commerce-portal/receipts`.
 */

export { type AttestationCode, AttestationError } from './attestation/attestation-error.js';
export { type Pins, type Verified, verifyBundle } from './attestation/bundle.js';
export type { BundleCountersignature, BundleDelegation, BundleKey, ReceiptBundle } from './attestation/bundle-form.js';
export { parseBundle } from './attestation/bundle-text.js';
export type { ProvenCountersignature } from './attestation/bundled-countersignature.js';
export type { DelegationRoot, ProvenDelegation } from './attestation/bundled-delegation.js';
export { fromBase64, toBase64 } from './attestation/bytes.js';
export { canonicalJson } from './attestation/canonical-json.js';
export { type Checkpoint, openCheckpoint } from './attestation/checkpoint.js';
export { contextHash } from './attestation/context-hash.js';
export { type CosignedCheckpoint, openCosigned } from './attestation/cosigned-checkpoint.js';
export {
  type Countersignature,
  countersign,
  proveConsumerKey,
  reasonHash,
  type SignedCountersignature,
  verifyCountersignature,
} from './attestation/countersignature.js';
export {
  type Delegation,
  type DelegationChain,
  type DelegationLink,
  readDelegation,
  type SignedDelegation,
  signDelegation,
  verifyDelegation,
} from './attestation/delegation.js';
export type { DelegationScope } from './attestation/delegation-scope.js';
export { generateKeyPair, type KeyPair, keyPairOf, privateKeyPem, readPrivateKey } from './attestation/ed25519.js';
export type { KeyOwner } from './attestation/key-owner.js';
export { type KeyOwnership, proveKeyPossession } from './attestation/key-possession.js';
export { verifyConsistency, verifyInclusion } from './attestation/merkle.js';
export { type NoteVerifier, readVkey } from './attestation/note.js';
export {
  isMeantAsStatement,
  type OrderStatement,
  type StatementPins,
  type VerifiedStatement,
  verifyOrderStatement,
} from './attestation/order-statement.js';
export { type Policy, readPolicy } from './attestation/policy.js';
export { type PublicKey, publicKeyOf, readPublicKey } from './attestation/public-key.js';
export { type Receipt, readReceipt, receiptHash, receiptOf, signedBytes } from './attestation/receipt.js';
export type { Ed25519Key, P256Key, ShopKey } from './attestation/shop-key.js';
export { type SignedReceipt, signReceipt, verifyReceipt } from './attestation/signed-receipt.js';
export { supersededHash } from './attestation/supersedes.js';
export { readTlogProof, type TlogProof, verifyTlogProof } from './attestation/tlog-proof.js';
