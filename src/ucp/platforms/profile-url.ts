import { PortalError } from '../../domain/errors/portal-error.js';
import { MAX_PROFILE_URL } from '../../domain/tenant/ucp.js';
import { type OutboundRules, publicUrl } from '../../outbound/public-url.js';

/** Rules about hosts that may be contacted. */
export type ProfileRules = OutboundRules;

/**
 * Parses and normalizes the URL of a profile.
 * @throws PortalError `invalid_profile_url`
 */
export function profileUrl(text: string, rules: ProfileRules): URL {
  const url = publicUrl(text, MAX_PROFILE_URL, rules);
  if (url instanceof URL) return url;
  throw new PortalError('invalid_profile_url', `profile: ${url.problem}`);
}
