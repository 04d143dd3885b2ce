import type { SignedLog, Store } from '../../ports.js';
import { invalidLogError } from '../../records/log-stop.js';

/**
 * Signs the present tree of a log.
 * @throws LogRefusal if the log failed an audit of a portal, and none has audited it completely since
 */
export async function signLog(store: Pick<Store, 'read' | 'signLog'>, organizationId: string): Promise<SignedLog> {
  const stop = await store.read((rows) => rows.get('organization', organizationId)?.log_stop);
  if (stop?.check === 'audit') throw invalidLogError(organizationId, stop.fault);
  return store.signLog(organizationId);
}
