import { AttestationError } from '../attestation/attestation-error.js';
import { readPublicKey } from '../attestation/public-key.js';
import { type Receipt, receiptHash, receiptOf } from '../attestation/receipt.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import { verifySignature } from '../domain/signing-key/submitted-key.js';

/** What is wrong with a stored receipt, judged from its signed bytes; undefined = nothing. */
export function receiptFault(row: AcceptedReceipt, key: SigningKey | undefined): string | undefined {
  const receipt = receiptIn(row.signed_bytes);
  if (!receipt) return 'its signed bytes are not the canonical JSON of a receipt';
  const column = wrongColumn(row, receipt);
  if (column !== undefined) return `its column ${column} is not what the signed bytes say`;
  if (key?.organization_id !== row.organization_id) return 'its signing key is not one of the organization';
  if (key.agent_id !== null && key.agent_id !== row.agent_id) return "its signing key is another agent's";
  const publicKey = readPublicKey(key.public_key);
  if (publicKey.fingerprint !== key.key_fingerprint) return 'the public key of its signing key was changed';
  if (!verifySignature(row.signature, row.signed_bytes, publicKey)) {
    return 'its signature is not one of its signing key over its signed bytes';
  }
  return undefined;
}

function receiptIn(bytes: Uint8Array): Receipt | undefined {
  try {
    return receiptOf(bytes);
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/** The columns that receipts are found by are copies: each must be what was signed. */
function wrongColumn(row: AcceptedReceipt, receipt: Receipt): string | undefined {
  const signed: Partial<Record<keyof AcceptedReceipt, string | number>> = {
    agent_id: receipt.agent_id,
    consumer_id: receipt.consumer_id,
    job_id: receipt.job_id,
    issued_at: Date.parse(receipt.issued_at),
    receipt_hash: receiptHash(row.signed_bytes),
  };
  return Object.entries(signed).find(([column, value]) => Reflect.get(row, column) !== value)?.[0];
}
