import { AttestationError } from '../../attestation/attestation-error.js';
import { assertDelegated, type DelegationChain, readDelegation } from '../../attestation/delegation.js';
import type { Receipt } from '../../attestation/receipt.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';

/** Describes the fault of the stored chain of a receipt; `undefined` if it is valid, or there is none. */
export function findDelegationFault(
  row: AcceptedReceipt,
  receipt: Receipt,
  verifiesSignature: boolean,
): string | undefined {
  if (row.delegation === null) return undefined;
  const chain = readStoredChain(row.delegation);
  if (!chain) return 'its delegation is not the canonical JSON of a chain';
  const { key_fingerprint, order_id } = row;
  const { consumer_id, job_id, resolution, issued_at } = receipt;
  const job = { consumer_id, job_id, resolution, order_id, shop_id: undefined };
  if (!isAllowed(() => assertDelegated(chain, { ...job, issued_at, key_fingerprint })))
    return 'its delegation does not allow it';
  if (!verifiesSignature) return undefined;
  const isSigned = chain.links.every(({ signature_bytes, bytes, key }) => verifySignature(signature_bytes, bytes, key));
  return isSigned ? undefined : 'a signature of its delegation is not valid';
}

/** Reads a stored chain; `undefined` if it is not as the portal stores it. */
export function readStoredChain(text: string): DelegationChain | undefined {
  try {
    const chain = readDelegation(JSON.parse(text));
    return chain.text === text ? chain : undefined;
  } catch (error) {
    if (error instanceof AttestationError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAllowed(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof AttestationError) return false;
    throw error;
  }
}
