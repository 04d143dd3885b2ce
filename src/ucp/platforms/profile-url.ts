import { isIP } from 'node:net';
import { PortalError } from '../../domain/errors/portal-error.js';
import { parsedUrl } from '../../parsed-url.js';
import { isLoopbackAddress, isSpecialAddress } from './special-addresses.js';

const MAX_LENGTH = 512;

/** Where profiles may be. */
export interface ProfileRules {
  /** True, for development alone: also on this machine, over http. */
  readonly local: boolean;
}

/**
 * The URL of a profile in its one form. Names are held against the rules again when they are resolved.
 * @throws PortalError `invalid_profile_url`
 */
export function profileUrl(text: string, { local }: ProfileRules): URL {
  const url = text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(text) ? parsedUrl(text) : undefined;
  if (!url) throw refused(`takes a URL of at most ${MAX_LENGTH} characters`);
  const host = bareHost(url);
  const isLocal = local && (host === 'localhost' || isLoopbackAddress(host));
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) throw refused('takes an https URL');
  if (url.username !== '' || url.password !== '') throw refused('takes a URL without user and password');
  if (url.hash !== '') throw refused('takes a URL without a fragment');
  const isPublic =
    isIP(host) === 0 ? host.includes('.') && !/\.(localhost|local|internal)\.?$/.test(host) : !isSpecialAddress(host);
  if (!isPublic && !isLocal) throw refused('takes the URL of a public host');
  return url;
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function refused(what: string): PortalError {
  return new PortalError('invalid_profile_url', `profile: ${what}`);
}
