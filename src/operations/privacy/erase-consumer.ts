import { CONTEXT_HASH } from '../../attestation/context-hash.js';
import { SALT_LENGTH } from '../../domain/evidence/member-hash.js';
import type { Order } from '../../domain/order/order.js';
import { eraseReasons } from '../../domain/privacy/erase.js';
import { eachPage } from '../../lists/every-page.js';
import { eraseDeliveries } from '../../outbox/erased-deliveries.js';
import { type Decision, type ReceiptPosition, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';
import { applyRename } from '../tenancy/apply-rename.js';
import { tenantWrites } from '../tenancy/provision.js';
import { eraseAnswers } from './erase-answers.js';
import type { Eraser } from './eraser.js';
import { inPortions } from './in-portions.js';

/** Result of erasing a consumer. */
export interface ConsumerErasure {
  readonly orders: number;
  readonly answers: number;
}

/**
 * Erases the free text of a consumer: its name and description, and the reasons of its disputes in orders, with the events
 * and stored responses that may contain them. Each change is an entry of the log. Its decisions and keys remain.
 */
export async function eraseConsumer(by: Eraser, organizationId: string, consumerId: string): Promise<ConsumerErasure> {
  const own = <R>(decide: (rows: Rows) => Decision<R>) => by.step(decide, organizationId);
  const contexts = await contextsOf(by, organizationId, consumerId);
  const orders = await inPortions(contexts, (some) =>
    own((rows) => decideOnReasons(by, ordersWith(rows, organizationId, some), consumerId)),
  );
  for (const id of orders) await eraseDeliveries(by, organizationId, `order/${id}`);
  await own((rows) => ({ writes: renameWrites(by, rows, consumerId), result: undefined }));
  // The last entry has the new name, the earlier ones prove a guess of the erased names.
  const forgetting = { type: 'log_salts_removal', organization_id: organizationId, id: consumerId } as const;
  await own(() => ({ writes: [forgetting], result: undefined }));
  const answers = await eraseAnswers(by, organizationId, undefined, new Set([...orders, consumerId]));
  await by.forget();
  return { orders: orders.length, answers };
}

/** Collects the hashes that the consumer's receipts name, by which their orders are found. */
async function contextsOf(by: Eraser, organization_id: string, consumer_id: string): Promise<readonly string[]> {
  const hashes = new Set<string>();
  const read = (after: ReceiptPosition | undefined, limit: number) =>
    by.list('receipts', { organization_id, consumer_id }, after, limit);
  for await (const receipts of eachPage(read))
    for (const { context_hash } of receipts) if (CONTEXT_HASH.test(context_hash)) hashes.add(context_hash);
  return [...hashes];
}

function ordersWith(rows: Rows, organizationId: string, contexts: readonly string[]): readonly Order[] {
  return contexts.flatMap((hash) => rows.find('orderByContext', organizationId, hash) ?? []);
}

function decideOnReasons(by: Author, orders: readonly Order[], consumerId: string): Decision<string[]> {
  const erased = orders.flatMap((order) => {
    const after = eraseReasons(order, consumerId, by.ids.secret(SALT_LENGTH), by.now);
    return after ? [{ order, after }] : [];
  });
  return {
    writes: erased.flatMap(({ order, after }): Write[] => [
      replaceWrite('order', order, after),
      auditWrite(by, order.organization_id, { type: 'order', id: order.id }, 'order.erased', ['countersignatures']),
    ]),
    result: erased.map(({ order }) => order.id),
  };
}

/** A consumer must have a name: it gets its id. */
function renameWrites(by: Author, rows: Rows, consumerId: string): Write[] {
  const before = rows.get('consumer', consumerId);
  if (!before) return [];
  const { naming, changed } = applyRename(before, { name: consumerId, description: null });
  if (changed.length === 0) return [];
  return tenantWrites(
    by,
    replaceWrite('consumer', before, { ...before, ...naming, updated_at: by.now }),
    'updated',
    changed,
  );
}
