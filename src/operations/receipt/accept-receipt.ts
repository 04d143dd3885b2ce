import { jobIdFault } from '../../attestation/job-id.js';
import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Order } from '../../domain/order/order.js';
import { assertIssuedInTime } from '../../domain/receipt/acceptance.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { SignedColumns } from '../../domain/receipt/signed-columns.js';
import { assertSupersessionAllowed, type PriorReceipts } from '../../domain/receipt/supersession.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Rows, Wanted } from '../../ports.js';
import { assertDelegation, assertSameDelegation, buildDelegationHints } from './accept-delegation.js';
import { validateClaims } from './claims.js';
import { type EarlierReceipts, earlierReceipts } from './earlier-receipts.js';
import { findReceiptOrder } from './find-receipt-order.js';
import type { Submission, Verified } from './submission.js';

/** Result for an accepted receipt. `row` is `undefined` if the receipt had already been accepted. */
export interface Acceptance {
  readonly id: string;
  readonly row: CheckedReceipt | undefined;
  /** The order with the receipt's `context_hash`, which the caller may not be allowed to see. */
  readonly order: Order | undefined;
}

/**
 * Decides whether to accept a submission. The checks run in the order given in docs/receipts-format.md, Acceptance.
 * `accepted`: receipts that the same decision has accepted before.
 * @throws PortalError with the code of the first failed check
 */
export function acceptReceipt(
  rows: Rows,
  context: Context<'receipts' | 'clock'>,
  { submission, columns, signed, wrongLink }: Verified,
  accepted: readonly CheckedReceipt[] = [],
): Acceptance {
  const { receipt } = submission.receipt;
  const now = context.services.clock.now();
  const { key, agent } = validateClaims(rows, context, receipt, submission.public_key.fingerprint, now);
  if (!signed) throw wrongSignature(columns);
  assertIssuedInTime(receipt, key, agent, context.services.receipts.rules, now);
  const prior = priorReceipts(earlierReceipts(rows, key.organization_id, accepted), columns);
  const known = findRepeated(prior, columns);
  if (known) {
    assertSameDelegation(known, submission.delegation);
    return { id: known.id, row: undefined, order: findReceiptOrder(rows, key.organization_id, columns.context_hash) };
  }
  const fault = jobIdFault(receipt.job_id);
  if (fault !== undefined) throw new PortalError('invalid_receipt', `receipt.job_id: ${fault}`);
  assertSupersessionAllowed(columns, prior);
  const order = findReceiptOrder(rows, key.organization_id, columns.context_hash);
  const { delegation, public_key } = submission;
  if (delegation) {
    const { fingerprint: key_fingerprint } = public_key;
    assertDelegation(rows, context, { chain: delegation, wrongLink }, { ...receipt, key_fingerprint }, order, now);
  }
  const row = checkedReceipt(context.ids.uuid(), submission, key, columns, now, order?.id ?? null);
  return { id: row.id, row, order };
}

/** Lists the rows that are read to accept a receipt and to append it to the log. */
export function buildSubmissionHints({ caller }: Pick<Context, 'caller'>, { submission, columns }: Verified): Wanted[] {
  const { organization_id } = caller;
  const { agent_id, consumer_id, job_id, supersedes, context_hash } = columns;
  return [
    ['signingKeyByFingerprint', organization_id, submission.public_key.fingerprint],
    ['get', 'organization', organization_id],
    ['get', 'agent', agent_id],
    ['get', 'consumer', consumer_id],
    ['logHead', organization_id],
    ['orderByContext', organization_id, context_hash],
    ...buildDelegationHints(organization_id, consumer_id, submission.delegation),
    ...(supersedes === null
      ? [['receiptOfJob', organization_id, agent_id, job_id] as const]
      : [
          ['receiptByHash', organization_id, supersedes] as const,
          ['receiptSuperseding', organization_id, agent_id, job_id, supersedes] as const,
        ]),
  ];
}

function wrongSignature({ receipt_hash }: SignedColumns): PortalError {
  return new PortalError(
    'signature_invalid',
    `signature: it is not a valid signature by public_key over the canonical JSON (RFC 8785) of receipt, whose SHA-256 is ${receipt_hash}`,
  );
}

function priorReceipts(
  earlier: EarlierReceipts,
  { agent_id, job_id, supersedes }: Pick<SignedColumns, 'agent_id' | 'job_id' | 'supersedes'>,
): PriorReceipts {
  if (supersedes === null) return { first: earlier.ofJob(agent_id, job_id) };
  const superseded = earlier.byHash(supersedes);
  return { superseded, successor: superseded && earlier.superseding(superseded) };
}

/**
 * Returns the accepted receipt with the same signed bytes. It is the first of its job or the successor of another
 * receipt, as they say, so it needs no search by its hash, which is at a random place of its index.
 */
function findRepeated(
  { first, successor }: PriorReceipts,
  { receipt_hash }: Pick<SignedColumns, 'receipt_hash'>,
): CheckedReceipt | undefined {
  return [first, successor].find((one) => one?.receipt_hash === receipt_hash);
}

function checkedReceipt(
  id: string,
  { receipt, signature, metadata, delegation }: Submission,
  key: SigningKey,
  columns: SignedColumns,
  received_at: number,
  order_id: string | null,
): CheckedReceipt {
  const { agent_id, consumer_id, job_id, resolution, context_hash, supersedes, receipt_hash, issued_at } = columns;
  // All members are named, since a spread among them makes V8 add those after it one by one.
  return {
    id,
    organization_id: key.organization_id,
    agent_id,
    consumer_id,
    job_id,
    resolution,
    context_hash,
    supersedes,
    receipt_hash,
    issued_at,
    signing_key_id: key.id,
    key_fingerprint: key.key_fingerprint,
    signed_bytes: receipt.bytes,
    signature,
    received_at,
    metadata: metadata ?? null,
    order_id,
    delegation: delegation?.text ?? null,
  };
}
