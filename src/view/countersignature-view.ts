import type { LoggedCountersignature } from '../domain/receipt/countersigning.js';
import type { ConsumerKey } from '../domain/tenant/consumer-key.js';
import type { ConsumerKeyAnswer, CountersignatureAnswer } from '../schema/countersignature.js';
import { isoTime, isoTimeOrNull } from './format.js';

export function consumerKeyView(key: ConsumerKey): ConsumerKeyAnswer {
  return {
    id: key.id,
    key_fingerprint: key.key_fingerprint,
    status: key.status,
    public_key: key.public_key,
    created_at: isoTime(key.created_at),
    revoked_at: isoTimeOrNull(key.revoked_at),
  };
}

export function countersignatureView({ log_index, entry }: LoggedCountersignature): CountersignatureAnswer {
  return {
    decision: entry.statement.decision,
    at: entry.at,
    statement: { ...entry.statement },
    signature: entry.signature,
    public_key: entry.public_key,
    log_index,
  };
}
