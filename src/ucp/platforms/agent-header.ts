import { PortalError } from '../../domain/errors/portal-error.js';
import { memo } from '../../domain/values/memo.js';

/** Matches the Dictionary member `profile` and its value, a quoted string (RFC 8941, 3.2 and 3.3.3). */
const PROFILE = /(?:^|,)[ \t]*profile="((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/g;

/** Maximum number of cached header values. Clients choose the values and repeat them with every call. */
const MAX_KNOWN = 200;
const readProfile = memo(MAX_KNOWN, (header: string) => {
  const found = [...header.matchAll(PROFILE)].at(-1)?.[1];
  return found?.replaceAll(/\\(["\\])/g, '$1');
});

/**
 * Reads the URL in `UCP-Agent: profile="…"`. If there are several, the last one wins, as in every Dictionary.
 * @throws PortalError `invalid_profile_url`
 */
export function parseProfileUrl(header: string | undefined): string {
  const found = readProfile(header ?? '');
  if (found !== undefined) return found;
  const detail = 'UCP-Agent: send the URL of your profile, as profile="https://…"';
  throw new PortalError('invalid_profile_url', detail);
}
