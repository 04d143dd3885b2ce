import { totalOf } from '../actors/shopper.js';
import { newSigner, receiptFor, type Signer } from '../actors/signer.js';
import type { Known, Scenario, Step } from './scenarios.js';

/** Scenarios in which an agent submits a receipt for a purchase. */

const INVOICE = { instruments: [{ id: 'i1', handler_id: 'invoice' }] };

/** Buys an ebook, paid by invoice. */
const purchase: Step[] = [
  { call: 'get_cart', keep: ({ body }) => ({ cart: body.data.id }) },
  {
    call: 'add_line_items',
    args: ({ cart }) => ({ checkout_id: cart, line_items: [{ item: { id: 'preserving-ebook' }, quantity: 1 }] }),
  },
  { call: 'set_buyer', args: ({ cart }) => ({ checkout_id: cart, buyer: { email: 'ann@example.com' } }) },
  {
    call: 'get_checkout',
    args: ({ cart }) => ({ checkout_id: cart }),
    keep: ({ body }) => ({ total: totalOf(body.data) }),
  },
  {
    call: 'complete_checkout',
    args: ({ cart, total }) => ({ checkout_id: cart, expected_total: total, payment: INVOICE }),
    keep: ({ body }) => ({ order: body.data.order.id }),
  },
];

const stranger = newSigner();
const ISSUED = Date.now();

/** Signs a receipt for the order. It is valid unless the members of `change` are not. */
const signed = (known: Known, change: object = {}, signer: Signer = known.signer) => ({
  ...signer.submission(
    receiptFor(known, ISSUED, { job_id: `job of ${known.agent_id}`, context_hash: known.hash, ...change }),
  ),
});

const submit = (args: Step['args']): Step => ({ call: 'submit_receipt', ...(args && { args }) });
const refused = (error: string, args: Step['args']): Step => ({ ...submit(args), error });

const nested = (depth: number): object => (depth === 0 ? {} : { x: nested(depth - 1) });

const context: Step = {
  call: 'get_receipt_context',
  args: ({ order }) => ({ order_id: order }),
  keep: ({ body }) => ({ hash: body.data.context_hash }),
};

const register = (more: (known: Known) => object): Step => ({
  call: 'register_signing_key',
  of: 'organization',
  args: (known) => ({ public_key: known.signer.public_key, agent_id: known.agent_id, ...more(known) }),
});

const PRIVATE = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp\n-----END PRIVATE KEY-----\n';

export const RECEIPT_SCENARIOS: readonly Scenario[] = [
  {
    name: 'a purchase that its agent proves',
    steps: [
      { ...register(() => ({ public_key: PRIVATE })), error: 'private_key_submitted' },
      { ...register(() => ({ public_key: 'none' })), error: 'invalid_public_key' },
      { ...register(() => ({ agent_id: 'agt_absent' })), error: 'agent_unknown' },
      register(() => ({})),
      register(() => ({})),
      register(() => ({ public_key: stranger.public_key })),
      ...purchase,
      context,
      { call: 'get_receipt_context', args: () => ({ order_id: 'ord_absent' }), error: 'order_not_found' },
      refused('signature_invalid', (known) => ({
        ...signed(known),
        signature: signed(known, { job_id: 'x' }).signature,
      })),
      refused('invalid_signature_encoding', (known) => ({ ...signed(known), signature: 'x' })),
      refused('signing_key_unknown', (known) => signed(known, {}, stranger)),
      refused('unsupported_receipt_version', (known) => signed(known, { version: 'v1' })),
      refused('invalid_receipt', (known) => signed(known, { metadata: nested(20) })),
      refused('invalid_receipt', (known) => signed(known, { surplus: 1 })),
      refused('invalid_request', (known) => ({ ...signed(known), surplus: 1 })),
      refused('agent_unknown', (known) => signed(known, { agent_id: 'agt_absent' })),
      refused('consumer_unknown', (known) => signed(known, { consumer_id: 'con_absent' })),
      refused('issued_at_in_future', (known) => signed(known, { issued_at: '2999-01-01T00:00:00Z' })),
      refused('issued_at_too_old', (known) => signed(known, { issued_at: '2000-01-01T00:00:00Z' })),
      {
        ...submit((known) => ({ ...signed(known), metadata: { by: 'agent' } })),
        keep: ({ body }) => ({ receipt: body.id }),
      },
      submit((known) => signed(known)),
      refused('receipt_conflict', (known) => signed(known, { resolution: 'failure' })),
      submit((known) => signed(known, { job_id: 'another', metadata: { n: [0.1, -0, 1e21], text: 'Zoë "é"' } })),
      { call: 'get_receipt', of: 'organization', args: ({ receipt }) => ({ receipt_id: receipt }) },
      { call: 'get_receipt', of: 'organization', args: () => ({ receipt_id: 'absent' }), error: 'receipt_not_found' },
      { call: 'list_receipts', of: 'organization', args: ({ agent_id }) => ({ agent_id }) },
      {
        call: 'list_receipts',
        of: 'organization',
        args: ({ agent_id }) => ({ agent_id, limit: 1 }),
        keep: ({ body }) => ({ cursor: body.pagination.cursor }),
      },
      { call: 'list_receipts', of: 'organization', args: ({ agent_id, cursor }) => ({ agent_id, limit: 1, cursor }) },
      { call: 'list_receipts', of: 'organization', args: ({ cursor }) => ({ cursor }), error: 'invalid_cursor' },
      { call: 'hold_order', args: ({ order }) => ({ order_id: order }) },
      context,
    ],
  },
];
