import { type IdempotencyRecord, replaceWrite, type Write } from '../ports.js';
import { RECORD_BYTES, replacingWrites } from './answer-bytes.js';
import { packOutcome, type StoredRefusal } from './packed-outcome.js';

const REFUSAL: StoredRefusal = {
  code: 'idempotency_conflict',
  detail:
    'The call with this idempotency key ran, but its response was erased with personal data; read the object before you call again.',
};

/** Writes that erase a stored response. Its record stays, so that a repeat does not run the call a second time. */
export function erasedAnswerWrites(record: IdempotencyRecord): Write[] {
  const { kept, bytes } = packOutcome({ refusal: REFUSAL });
  const { caller_id } = record;
  const counted = caller_id === undefined ? undefined : { caller_id, bytes: RECORD_BYTES + bytes };
  const row = { ...record, outcome: kept, ...counted };
  return [replaceWrite('idempotency', record, row), ...(counted ? replacingWrites(record, counted) : [])];
}
