import { PortalError } from '../../domain/errors/portal-error.js';
import type { LinkCode } from '../../domain/tenant/tenant.js';
import { hashSecret } from '../../domain/values/secret.js';
import type { Ids, Rows } from '../../ports.js';

/**
 * Lifetime in milliseconds of a single-use code that links a consumer to another organization (docs/tenants.md,
 * Linking).
 */

const LIFETIME = 15 * 60 * 1000;
/** Length in base62 characters. The code has 142 bits, so it cannot be guessed even by someone who knows its hash. */
const CODE_LENGTH = 24;

/** Creates a code. Its text is shown once; only its hash is stored. */
export function newLinkCode(
  ids: Pick<Ids, 'secret'>,
  organization_id: string,
  now: number,
): { readonly code: string; readonly row: LinkCode } {
  const code = `lc_${ids.secret(CODE_LENGTH)}`;
  const row = { id: hashSecret(code), organization_id, expires_at: now + LIFETIME, created_at: now, version: 0 };
  return { code, row };
}

/**
 * Finds a valid code, also of another organization. The write that stores its `used_at` compares its version, so that a
 * code is used once although its row is not locked. Absent, used and expired codes give the same error.
 * @throws PortalError `link_code_invalid`
 */
export function findValidLinkCode(rows: Rows, code: string, now: number): LinkCode {
  const row = rows.get('link_code', hashSecret(code));
  if (row && row.used_at === undefined && row.expires_at > now) return row;
  throw new PortalError(
    'link_code_invalid',
    'code: it is not a link code, or it was used, or it is older than 15 minutes',
  );
}
