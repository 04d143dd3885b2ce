import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Organization } from '../../domain/tenant/tenant.js';
import { omitUndefined } from '../../domain/values/present.js';
import { required } from '../../domain/values/required.js';
import { receiptsOf } from '../../operations/order/order-receipts.js';
import type { Links } from '../../view/links.js';
import { orderReceiptView } from '../../view/receipt-view.js';

/** The receipts of an order in a response, with the context hash that they contain and the public log. */
export type CanonicalAttestation = Awaited<ReturnType<typeof buildAttestation>>;

/** An organization's public log. */
interface PublicLog {
  readonly url: string;
  readonly checkpoint: string;
  readonly signing_keys: string;
  /** True if its receipts are public too. */
  readonly hasReceipts: boolean;
}

/**
 * Builds the member `attestation`: context hash, receipts with the URLs of their proofs, and log. `links` must be those
 * of the site, whose host serves all paths of the portal.
 */
export async function buildAttestation(
  context: Context<'lists' | 'receipts'>,
  links: Pick<Links, 'absolute'>,
  order: Order,
) {
  const { organization_id } = order;
  const receipts = await receiptsOf(context, order);
  const log = await context.read((rows) => {
    const organization = required(rows.get('organization', organization_id), 'organization');
    // Epochs count from 1 without gaps, and closedLogs does not include the current one.
    const epoch = Math.max(0, ...rows.closedLogs(organization_id).map((closed) => closed.epoch)) + 1;
    return context.services.receipts.publicLogs ? publicLog(organization, epoch, links) : undefined;
  });
  return {
    context_hash: orderContextHash(order),
    receipts: receipts.map(({ row, successor }) => receiptOf(row, successor, log)),
    ...(log && { log: { url: log.url, checkpoint: log.checkpoint, signing_keys: log.signing_keys } }),
  };
}

function publicLog(
  { id, public_log, public_receipts }: Organization,
  epoch: number,
  { absolute }: Pick<Links, 'absolute'>,
): PublicLog | undefined {
  if (public_log !== true) return undefined;
  return {
    url: absolute(`/logs/${id}`),
    checkpoint: absolute(`/logs/${id}/${epoch}/checkpoint`),
    signing_keys: absolute(`/orgs/${id}/jwks.json`),
    hasReceipts: public_receipts === true,
  };
}

/** A receipt in the response. Its hash is included only if the log is public. */
function receiptOf(row: AcceptedReceipt, successor: AcceptedReceipt | undefined, log: PublicLog | undefined) {
  const { id, agent_id, resolution, received_at } = orderReceiptView(row, successor);
  const { receipt_hash } = row;
  return {
    id,
    agent_id,
    resolution,
    received_at,
    ...omitUndefined({ superseded_by: successor?.id }),
    ...(log && { receipt_hash, proof: `${log.url}/proof/${receipt_hash}` }),
    ...(log?.hasReceipts && { bundle: `${log.url}/receipts/${receipt_hash}` }),
  };
}
