import { hashKey } from '../../calls/api-key.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { LinkCode } from '../../domain/tenant/tenant.js';
import type { Ids, Rows } from '../../ports.js';

/** One-time codes that link a consumer of one organization to another organization (docs/tenants.md, Linking). */

/** Milliseconds. */
const LIFETIME = 15 * 60 * 1000;
/** Of 62 characters each: 142 bits, so that a code can be found by its hash alone and not by trying. */
const CODE_LENGTH = 24;

/** A new code. Shown once: only its hash is kept. */
export function newLinkCode(
  ids: Pick<Ids, 'secret'>,
  organization_id: string,
  now: number,
): { readonly code: string; readonly row: LinkCode } {
  const code = `lc_${ids.secret(CODE_LENGTH)}`;
  const row = { id: hashKey(code), organization_id, expires_at: now + LIFETIME, created_at: now, version: 0 };
  return { code, row };
}

/** @throws PortalError `link_code_invalid`, the same for a code that is absent, used or too old */
export function liveLinkCode(rows: Rows, code: string, now: number): LinkCode {
  const row = rows.get('link_code', hashKey(code));
  if (row && row.expires_at > now) return row;
  throw new PortalError(
    'link_code_invalid',
    'code: it is not a link code, or it was used, or it is older than 15 minutes',
  );
}
