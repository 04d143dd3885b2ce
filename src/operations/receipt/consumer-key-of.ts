import { PortalError } from '../../domain/errors/portal-error.js';
import { findLoggedConsumerKey } from '../../domain/receipt/logged-consumer-key.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Rows } from '../../ports.js';

/**
 * Returns the id of the active key of a receipt's consumer. Its row and the last log entry of the consumer must both have
 * it, so neither a row changed in the database nor a read of an older entry revives a key. `member`: the one with the
 * key, for errors.
 * @throws PortalError `signing_key_unknown`, `signing_key_revoked`
 */
export function findConsumerKey(
  rows: Rows,
  { organization_id, consumer_id }: Pick<AcceptedReceipt, 'organization_id' | 'consumer_id'>,
  fingerprint: string,
  member = 'public_key',
): string {
  const row = rows.get('consumer', consumer_id)?.keys?.find((key) => key.key_fingerprint === fingerprint);
  const logged = row && findLoggedConsumerKey(rows.find('lastEntryOf', organization_id, consumer_id), row);
  if (!row || !logged) throw new PortalError('signing_key_unknown', `${member}: it is no key of the consumer`);
  if (row.status === 'revoked' || logged.status === 'revoked')
    throw new PortalError('signing_key_revoked', `${member}: it was revoked`);
  return row.id;
}
