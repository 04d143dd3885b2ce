import type { DocumentedOperation } from './operations-contract.js';

/** Operations on signing keys, receipts and the log. `source` is explained in operations-contract.ts. */

const K = '/api/signing-keys';
const R = '/api/receipts';
const ADDED = 'design 4.2';
const NAMED = 'portal-api';
const KEY = [{ body: 'signingKey' }] as const;

interface Attested extends DocumentedOperation {
  readonly scope: 'commerce' | 'signing-keys' | 'receipts:write' | 'receipts:read';
  readonly tool: boolean;
}

export const attestation = [
  {
    name: 'register_signing_key',
    method: 'POST',
    path: K,
    source: NAMED,
    responses: [{ body: 'registration' }],
    scope: 'signing-keys',
    tool: true,
  },
  {
    name: 'list_signing_keys',
    method: 'GET',
    path: K,
    source: ADDED,
    responses: [{ body: 'signingKeyList' }],
    scope: 'signing-keys',
    tool: false,
  },
  {
    name: 'get_signing_key',
    method: 'GET',
    path: `${K}/{id}`,
    source: ADDED,
    responses: KEY,
    scope: 'signing-keys',
    tool: false,
  },
  {
    name: 'rotate_signing_key',
    method: 'POST',
    path: `${K}/{id}/rotate`,
    source: ADDED,
    responses: KEY,
    scope: 'signing-keys',
    tool: false,
  },
  {
    name: 'revoke_signing_key',
    method: 'POST',
    path: `${K}/{id}/revoke`,
    source: ADDED,
    responses: KEY,
    scope: 'signing-keys',
    tool: false,
  },
  {
    name: 'submit_receipt',
    method: 'POST',
    path: R,
    source: NAMED,
    responses: [{ body: 'verifiedReceipt' }],
    scope: 'receipts:write',
    tool: true,
  },
  {
    name: 'get_receipt',
    method: 'GET',
    path: `${R}/{id}`,
    source: ADDED,
    responses: [{ body: 'receipt' }],
    scope: 'receipts:read',
    tool: true,
  },
  {
    name: 'list_receipts',
    method: 'GET',
    path: R,
    source: ADDED,
    responses: [{ body: 'receiptList' }],
    scope: 'receipts:read',
    tool: true,
  },
  {
    name: 'get_receipt_bundle',
    method: 'GET',
    path: `${R}/{id}/bundle`,
    source: ADDED,
    responses: [{ body: 'receiptBundle' }],
    scope: 'receipts:read',
    tool: false,
  },
  {
    name: 'get_log_checkpoint',
    method: 'GET',
    path: `${R}/log/checkpoint`,
    source: ADDED,
    responses: [{ body: 'logCheckpoint' }],
    scope: 'receipts:read',
    tool: false,
  },
  {
    name: 'get_inclusion_proof',
    method: 'GET',
    path: `${R}/log/inclusion/{receipt_id}`,
    source: ADDED,
    responses: [{ body: 'inclusionProof' }],
    scope: 'receipts:read',
    tool: false,
  },
  {
    name: 'get_consistency_proof',
    method: 'GET',
    path: `${R}/log/consistency`,
    source: ADDED,
    responses: [{ body: 'consistencyProof' }],
    scope: 'receipts:read',
    tool: false,
  },
  {
    name: 'submit_receipts',
    method: 'POST',
    path: `${R}/batch`,
    source: ADDED,
    responses: [{ body: 'submissionOutcomes' }],
    scope: 'receipts:write',
    tool: false,
  },
  {
    name: 'get_receipt_context',
    method: 'GET',
    path: '/api/commerce/orders/{id}/receipt-context',
    source: ADDED,
    responses: [{ body: 'receiptContext' }],
    scope: 'commerce',
    tool: true,
  },
] as const satisfies readonly Attested[];
