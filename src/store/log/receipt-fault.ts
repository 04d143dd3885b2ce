import { AttestationError } from '../../attestation/attestation-error.js';
import { type Receipt, receiptOf } from '../../attestation/receipt.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { signedColumns } from '../../domain/receipt/signed-columns.js';
import { readSubmittedKey, verifySignature } from '../../domain/signing-key/submitted-key.js';
import type { AuditedKey } from './audited-key.js';
import { findDelegationFault } from './delegation-fault.js';

/** Describes the fault of a stored receipt, based on its signed bytes; `undefined` if it is valid. */
export function findReceiptFault(
  row: AcceptedReceipt,
  key: AuditedKey | null | undefined,
  verifiesSignature: boolean,
): string | undefined {
  const receipt = readOrUndefined(() => receiptOf(row.signed_bytes));
  if (!receipt) return 'its signed bytes are not the canonical JSON of a receipt';
  const column = wrongColumn(row, receipt);
  if (column !== undefined) return `its column ${column} differs from the signed bytes`;
  if (key === null) return 'the columns of its signing key differ from the body of the key';
  if (key?.organization_id !== row.organization_id) return 'its signing key does not belong to the organization';
  if (key.agent_id !== null && key.agent_id !== row.agent_id) return 'its signing key belongs to another agent';
  const publicKey = readOrUndefined(() => readSubmittedKey(key.public_key));
  if (publicKey?.fingerprint !== key.key_fingerprint) return 'the public key of its signing key was changed';
  if (verifiesSignature && !verifySignature(row.signature, row.signed_bytes, publicKey)) {
    return 'its signature is not valid for its signing key and its signed bytes';
  }
  return findDelegationFault(row, receipt, verifiesSignature);
}

/** Returns `undefined` if the stored value is malformed. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}

/** Finds the first column that differs from the signed member of the same name. */
function wrongColumn(row: AcceptedReceipt, receipt: Receipt): string | undefined {
  const signed = signedColumns(receipt, row.signed_bytes);
  return Object.entries(signed).find(([column, value]) => Reflect.get(row, column) !== value)?.[0];
}
