import { type ConsumerKeyState, readEntry } from '../../attestation/log-entry.js';
import type { ConsumerKey } from '../tenant/consumer-key.js';

/** Returns the state of a consumer's key in an entry of the consumer; `undefined` if the entry does not have the key. */
export function findLoggedConsumerKey(
  data: Uint8Array | undefined,
  { id, public_key }: Pick<ConsumerKey, 'id' | 'public_key'>,
): ConsumerKeyState | undefined {
  const entry = data && readEntry(data);
  if (!entry || !('link_hash' in entry)) return undefined;
  return entry.keys?.find((key) => key.id === id && key.public_key === public_key);
}
