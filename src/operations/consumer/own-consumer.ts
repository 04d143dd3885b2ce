import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Consumer } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import type { ConsumerAnswer } from '../../schema/tenant.js';
import { consumerView } from '../../view/tenant-view.js';
import { own } from '../tenancy/own.js';

/**
 * The consumer of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `consumer_not_found`
 */
export function ownConsumer(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Consumer {
  return own(rows.get('consumer', id), caller, 'consumer_not_found');
}

export function consumerAnswer(row: Consumer): Answer<{ data: ConsumerAnswer }> {
  return { body: { data: consumerView(row) }, version: row.version };
}
