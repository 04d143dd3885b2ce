import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Consumer } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import type { ConsumerAnswer } from '../../schema/tenant.js';
import { consumerView } from '../../view/tenant-view.js';
import { findOwn } from '../tenancy/find-own.js';

/**
 * Finds a consumer of the caller's organization. A consumer of another organization counts as absent.
 * @throws PortalError `consumer_not_found`
 */
export function ownConsumer(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Consumer {
  return findOwn(rows.get('consumer', id), caller, 'consumer_not_found');
}

export function consumerAnswer(row: Consumer): Answer<{ data: ConsumerAnswer }> {
  return { body: { data: consumerView(row) }, version: row.version };
}
