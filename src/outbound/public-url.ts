import { isIP } from 'node:net';
import { isLoopbackHost } from '../loopback.js';
import { bareHost, parsedUrl } from '../parsed-url.js';
import { isSpecialAddress } from './special-addresses.js';

/** Rules for URLs that others choose and that the portal requests. */
export interface OutboundRules {
  /** Development only: also allows URLs on this machine, over http. */
  readonly local: boolean;
}

/**
 * Parses a URL that the portal may request, or returns the problem, such as "must be an https URL". The address is
 * checked later, when the name is resolved (`checkedAddress`).
 */
export function publicUrl(
  text: string,
  maxLength: number,
  { local }: OutboundRules,
): URL | { readonly problem: string } {
  const url = text.length <= maxLength && /^[\x21-\x7e]+$/.test(text) ? parsedUrl(text) : undefined;
  if (!url) return { problem: `must be a URL of at most ${maxLength} characters` };
  const host = bareHost(url).replace(/\.$/, '');
  const isLocal = local && isLoopbackHost(host);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return { problem: 'must be an https URL' };
  if (url.username !== '' || url.password !== '') return { problem: 'must be a URL without user and password' };
  if (url.hash !== '') return { problem: 'must be a URL without a fragment' };
  const isPublic =
    isIP(host) === 0 ? host.includes('.') && !/\.(localhost|local|internal)$/.test(host) : !isSpecialAddress(host);
  return isPublic || isLocal ? url : { problem: 'must be the URL of a public host' };
}
