import type { ReceiptFilter } from '../../../ports.js';
import { pageOf } from '../../list-pages.js';
import { Parameters } from '../connection/parameters.js';
import { type Found, trustedReceipt } from '../rows/lookup-answers.js';
import type { ListQuery } from './list-query.js';

const CONDITIONS = [
  ['agent_id', 'agent_id ='],
  ['consumer_id', 'consumer_id ='],
  ['job_id', 'job_id ='],
  ['context_hash', 'context_hash ='],
  ['resolution', 'resolution ='],
  ['signing_key_id', 'signing_key_id ='],
  ['received_from', 'received_at >='],
  ['received_before', 'received_at <'],
  ['issued_from', 'issued_at >='],
  ['issued_before', 'issued_at <'],
] as const satisfies readonly (readonly [filter: keyof ReceiptFilter, condition: string])[];

/** What makes an index on the few jobs that did not go well fit. */
const NOT_WELL = "resolution <> 'success'";

/** Receipts by when they were received or, where they are asked for by when they were issued, by that; newest first. */
export const receiptList: ListQuery<'receipts'> = async (session, filter, after, limit) => {
  const isByIssue = filter.issued_from !== undefined || filter.issued_before !== undefined;
  const by = isByIssue ? 'issued_at' : 'received_at';
  const given = new Parameters();
  const where = [`organization_id = ${given.add(filter.organization_id)}`];
  for (const [name, condition] of CONDITIONS) {
    const value = filter[name];
    if (value !== undefined) where.push(`${condition} ${given.add(value)}`);
  }
  if (filter.resolution !== undefined && filter.resolution !== 'success') where.push(NOT_WELL);
  if (after) where.push(`(${by}, log_index) < (${given.add(after.at)}, ${given.add(after.log_index)})`);
  const text = `
    SELECT * FROM receipt WHERE ${where.join(' AND ')}
    ORDER BY ${by} DESC, log_index DESC LIMIT ${given.add(limit + 1)}`;
  const rows = await session.query<Found>(text, given.values);
  return pageOf(rows.map(trustedReceipt), limit, (row) => ({ at: row[by], log_index: row.log_index }));
};
