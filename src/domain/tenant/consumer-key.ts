import { notFoundError, PortalError } from '../errors/portal-error.js';

/** Limits the size of a consumer's row and of its log entries. */
const MAX_CONSUMER_KEYS = 20;

export const CONSUMER_KEY_STATUSES = ['active', 'revoked'] as const;

/** Public key with which a consumer accepts or disputes receipts (docs/receipts.md, Both sides). */
export interface ConsumerKey {
  readonly id: string;
  /** PEM. */
  readonly public_key: string;
  readonly key_fingerprint: string;
  readonly status: (typeof CONSUMER_KEY_STATUSES)[number];
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** The consumer's row, as far as its keys are concerned. */
interface KeyOwner {
  readonly keys?: readonly ConsumerKey[];
  readonly updated_at: number;
}

interface NewKey {
  readonly pem: string;
  readonly fingerprint: string;
}

/**
 * Adds a key. Returns the consumer unchanged if the key is already active.
 * @throws PortalError `signing_key_revoked`, `limit_exceeded`
 */
export function addConsumerKey<Owner extends KeyOwner>(consumer: Owner, id: string, key: NewKey, now: number): Owner {
  const keys = consumer.keys ?? [];
  const known = keys.find(({ key_fingerprint }) => key_fingerprint === key.fingerprint);
  if (known?.status === 'active') return consumer;
  if (known) throw new PortalError('signing_key_revoked', 'public_key: it was revoked; create a new key pair');
  if (keys.length >= MAX_CONSUMER_KEYS)
    throw new PortalError('limit_exceeded', `A consumer has at most ${MAX_CONSUMER_KEYS} keys, revoked ones included.`);
  const added: ConsumerKey = {
    id,
    public_key: key.pem,
    key_fingerprint: key.fingerprint,
    status: 'active',
    created_at: now,
    revoked_at: null,
  };
  return { ...consumer, keys: [...keys, added], updated_at: now };
}

/**
 * Revokes a key, after which none of its signatures is accepted. A consumer whose key is already revoked does not
 * change.
 * @throws PortalError `signing_key_not_found`
 */
export function revokeConsumerKey<Owner extends KeyOwner>(consumer: Owner, id: string, now: number): Owner {
  const keys = consumer.keys ?? [];
  const known = keys.find((key) => key.id === id);
  if (!known) throw notFoundError('signing_key_not_found');
  if (known.status === 'revoked') return consumer;
  const revoked = { ...known, status: 'revoked', revoked_at: now } as const;
  return { ...consumer, keys: keys.map((key) => (key === known ? revoked : key)), updated_at: now };
}
