import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { dataOf, id } from '../../schema/primitives.js';
import { bundle } from '../../schema/receipt.js';
import { isoTime } from '../../view/format.js';
import { signedReceipt } from '../../view/receipt-view.js';
import { checkpointOf, inclusionOf } from './log-proofs.js';
import { ownReceipt } from './own-receipt.js';

export const getReceiptBundle = defineOperation({
  name: 'get_receipt_bundle',
  title: 'Get a receipt with its proofs',
  description:
    'Everything needed to check the receipt without this portal: receipt, signature, key, inclusion proof, checkpoint, public key of the log. `portal receipt verify` checks it offline.',
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ receipt_id: id('Id of the receipt') }),
  inputErrors: { receipt_id: 'receipt_not_found' },
  output: dataOf(bundle),
  sample: ({ receipt }) => ({ receipt_id: receipt }),
  errors: ['receipt_not_found'],
  http: { method: 'get', path: '/api/receipts/{id}/bundle', parts: { id: 'receipt_id' } },
  async handle(context, { receipt_id }) {
    const row = await context.read((rows) => ownReceipt(rows, context, receipt_id));
    const { checkpoint, tree_size, public_key } = checkpointOf(await context.signLog());
    return context.read((rows) => {
      const { hashes } = inclusionOf(rows, row, tree_size);
      const data = {
        bundle: 'v0' as const,
        id: row.id,
        receipt: signedReceipt(row),
        signed_bytes: toBase64(row.signed_bytes),
        signature: toBase64(row.signature),
        public_key: required(rows.get('signing_key', row.signing_key_id), 'signing key').public_key,
        received_at: isoTime(row.received_at),
        log: { public_key, index: row.log_index, tree_size, hashes, checkpoint },
      };
      return { body: { data } };
    });
  },
});
