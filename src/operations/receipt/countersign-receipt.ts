import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { reasonHash } from '../../attestation/countersignature.js';
import { COUNTERSIGNED_TYPES, type CountersignedEntry } from '../../attestation/log-entry.js';
import { receiptOf } from '../../attestation/receipt.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { countersignOrder, ruleOf } from '../../domain/order/hold-rule.js';
import type { Order } from '../../domain/order/order.js';
import { assertAbout, assertDecidable } from '../../domain/receipt/countersigning.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { verifySignatureInPool } from '../../domain/signing-key/submitted-key.js';
import type { Rows, Wanted, Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildOrderWrites } from '../../records/order-writes.js';
import { countersigned, statementInput } from '../../schema/countersignature.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { signatureInput } from '../../schema/receipt.js';
import { publicKeyInput } from '../../schema/signing-key.js';
import { findConsumerKey } from './consumer-key-of.js';
import { findReceiptOrder } from './find-receipt-order.js';
import { ownReceipt } from './own-receipt.js';

const input = z.strictObject({
  receipt_id: id('Id of the receipt'),
  statement: statementInput,
  public_key: publicKeyInput,
  signature: signatureInput,
  reason: text(2000, 'Why the consumer disputes; only its hash is in the log').optional(),
  reason_salt: z
    .string()
    .regex(/^[\w-]{22,64}$/)
    .optional()
    .describe('Random text of 22 to 64 characters (A-Z a-z 0-9 _ -), with which reason was hashed'),
});
type Input = z.output<typeof input>;

export const countersignReceipt = defineOperation({
  name: 'countersign_receipt',
  title: 'Accept or dispute a receipt',
  description:
    "Verifies the consumer's signed decision about a receipt, and appends it to the log. An acceptance is final, a dispute can be followed by an acceptance. It can end the hold of the order.",
  scope: 'receipts:write',
  effect: 'write',
  idempotent: true,
  input,
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(countersigned),
  sample: ({ countersignedReceipt, countersignature }) => ({ receipt_id: countersignedReceipt, ...countersignature }),
  errors: [
    'receipt_not_found',
    'invalid_countersignature',
    'private_key_submitted',
    'invalid_public_key',
    'unsupported_key_algorithm',
    'weak_public_key',
    'invalid_signature_encoding',
    'signing_key_unknown',
    'signing_key_revoked',
    'signature_invalid',
    'issued_at_in_future',
    'issued_at_too_old',
    'countersignature_conflict',
    'limit_exceeded',
  ],
  fingerprint: ({ receipt_id, statement, public_key, signature, reason, reason_salt }) => ({
    receipt_id,
    statement: toBase64(statement.bytes),
    public_key: public_key.pem,
    signature: toBase64(signature),
    reason,
    reason_salt,
  }),
  http: { method: 'post', path: '/api/receipts/{id}/countersignatures', parts: { id: 'receipt_id' } },
  async handle(context: Context<'receipts' | 'clock'>, asked) {
    const { statement, public_key, signature } = asked;
    const signed = await context.services.receipts.signatureFailures.counted(() =>
      verifySignatureInPool(signature, statement.bytes, public_key),
    );
    return context.update(
      (rows) => {
        const now = context.services.clock.now();
        const receipt = ownReceipt(rows, context, asked.receipt_id);
        const order = findReceiptOrder(rows, receipt.organization_id, receipt.context_hash);
        assertAbout(statement.statement, receipt, order?.id ?? null, now);
        const key_id = findConsumerKey(rows, receipt, public_key.fingerprint);
        if (!signed)
          throw new PortalError(
            'signature_invalid',
            'signature: it is not a valid signature by public_key of statement',
          );
        assertReason(asked);
        const earlier = rows.find('countersignaturesOf', receipt.organization_id, receipt.id);
        const answer = (released: boolean) => ({
          body: {
            data: {
              receipt_id: receipt.id,
              decision: statement.statement.decision,
              order_id: order?.id ?? null,
              released,
            },
          },
        });
        if (assertDecidable(earlier, statement.statement)) return { writes: [], answer: answer(false) };
        const at = Math.max(now, receipt.received_at);
        const entry = buildEntry(receipt.id, asked, key_id, at);
        const { writes, released } = countersignBoundOrder(rows, context, order, receipt, asked, at);
        return {
          writes: [{ type: 'log_entry', organization_id: receipt.organization_id, entry }, ...writes],
          answer: answer(released),
        };
      },
      ...buildHints(context, asked),
    );
  },
});

/** Lists the rows that are known to be read. The order is known only once the receipt is read. */
function buildHints(
  { caller: { organization_id } }: Pick<Context, 'caller'>,
  { receipt_id, statement }: Input,
): Wanted[] {
  const { consumer_id } = statement.statement;
  return [
    ['receipt', receipt_id],
    ['get', 'organization', organization_id],
    ['get', 'consumer', consumer_id],
    ['lastEntryOf', organization_id, consumer_id],
    ['countersignaturesOf', organization_id, receipt_id],
    ['logHead', organization_id],
  ];
}

/** @throws PortalError `invalid_countersignature` unless the reason is the one whose hash was signed */
function assertReason({ statement: { statement }, reason, reason_salt }: Input): void {
  const isGiven = reason !== undefined && reason_salt !== undefined;
  const hash = isGiven ? reasonHash(reason_salt, reason) : null;
  const isAbsent = reason === undefined && reason_salt === undefined;
  if (statement.reason_hash === hash && (isGiven || isAbsent)) return;
  throw new PortalError(
    'invalid_countersignature',
    'reason: statement.reason_hash must be its hash with reason_salt; send neither to accept',
  );
}

function buildEntry(
  receiptId: string,
  { statement: { statement }, public_key, signature }: Input,
  key_id: string,
  at: number,
): CountersignedEntry {
  return {
    type: COUNTERSIGNED_TYPES[statement.decision],
    at: new Date(at).toISOString(),
    id: receiptId,
    key_id,
    public_key: public_key.pem,
    signature: toBase64(signature),
    statement,
  };
}

/** Records the decision on the order of the receipt, in the same transaction, which may end its hold. */
function countersignBoundOrder(
  rows: Rows,
  context: Context<'receipts' | 'clock'>,
  order: Order | undefined,
  receipt: AcceptedReceipt,
  { statement: { statement }, reason, reason_salt }: Input,
  at: number,
): { readonly writes: readonly Write[]; readonly released: boolean } {
  if (!order) return { writes: [], released: false };
  const after = countersignOrder(order, {
    receipt_id: receipt.id,
    consumer_id: receipt.consumer_id,
    is_success: receiptOf(receipt.signed_bytes).resolution === 'success',
    decision: statement.decision,
    ...(reason !== undefined && reason_salt !== undefined && { reason, reason_salt }),
    at,
  });
  const released = ruleOf(order) !== undefined && ruleOf(after) === undefined;
  const action = released ? 'order.released' : 'order.countersigned';
  return { writes: buildOrderWrites(rows, authorOf(context), order, after, action).writes, released };
}
