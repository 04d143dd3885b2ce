import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { disclosedGrant } from '../../domain/order/hidden-members.js';
import { receiptContext as contextOf, orderContextHash } from '../../domain/order/receipt-context.js';
import { orderName } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { receiptContext } from '../../schema/receipt.js';
import { ownOrder } from './change-order.js';

export const getReceiptContext = defineOperation({
  name: 'get_receipt_context',
  title: 'Get the receipt context of an order',
  description:
    'The members of the order that never change, and their hash for `context_hash` of a job receipt. Personal data is hashed.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(receiptContext),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/commerce/orders/{id}/receipt-context', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Get context_hash for the receipt of an order that you bought. Next: sign a receipt with it (canonical JSON, Ed25519) and call submit_receipt.',
  },
  handle: (context, { order_id }) =>
    context.read((rows) => {
      const order = ownOrder(rows, context, order_id);
      const { texts, ...salts } = order.evidence?.salts ?? {};
      const { grant } = order;
      const data = {
        ...{ context: contextOf(order), context_hash: orderContextHash(order), salts },
        ...(grant && { grant: disclosedGrant(grant) }),
      };
      return { body: { data } };
    }),
});
