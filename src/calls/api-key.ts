import { crc32 } from 'node:zlib';
import type { SpendingLimits } from '../domain/tenant/limits.js';
import type { ApiKey, KeyKind, KeyScope } from '../domain/tenant/tenant.js';
import { takeRandomBytes } from '../domain/values/random-bytes.js';
import { hashSecret } from '../domain/values/secret.js';
import type { Ids } from '../ports.js';

/**
 * API keys (docs/api.md, Keys and callers): a prefix, 30 random base62 characters, and a base62 CRC32 of both in 6
 * characters. The checksum lets the portal reject mistyped keys without a query, and lets secret scanners detect keys.
 */
const PREFIXES: Record<KeyKind, string> = { deployment: 'dk_', organization: 'ok_' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^(dk|ok)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates the text of a key. It is shown once; only its hash is stored. */
export function generateKey(ids: Pick<Ids, 'secret'>, kind: KeyKind): string {
  const body = `${PREFIXES[kind]}${ids.secret(RANDOM_LENGTH)}`;
  return `${body}${checksum(body)}`;
}

/** Random base62 text of the given number of characters. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 6 bits of each byte; the two values without a character are skipped, so that all characters are equally likely.
    for (const byte of takeRandomBytes(length - text.length)) text += ALPHABET[byte & 63] ?? '';
  }
  return text;
}

/** True if prefix, length and checksum are valid. The key need not exist. */
export function isWellFormedKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Returns the prefix and the last four characters of a key: people can recognize the key, but nobody can use it. */
function hintOf(key: string): string {
  return `${key.slice(0, 3)}…${key.slice(-4)}`;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Creates the row of a new key. Instead of the key's text, it contains only its hash and hint. */
export function keyRow(
  id: string,
  key: string,
  owner: Pick<ApiKey, 'kind' | 'organization_id' | 'deployment_id'>,
  options: {
    readonly name: string;
    readonly scopes: readonly KeyScope[];
    readonly buyer_required: boolean;
    readonly ucp_profiles?: readonly string[];
    readonly limits?: SpendingLimits;
    readonly created_by: string | null;
    readonly expires_at: number | null;
  },
  now: number,
): ApiKey {
  return {
    id,
    hash: hashSecret(key),
    hint: hintOf(key),
    ...owner,
    ...options,
    revoked_at: null,
    last_used_at: null,
    created_at: now,
    updated_at: now,
    version: 0,
  };
}
