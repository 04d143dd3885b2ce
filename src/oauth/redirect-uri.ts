import { parsedUrl } from '../parsed-url.js';

const MAX_LENGTH = 1_024;

/** A loopback address, with any port (RFC 8252, 7.3). Matched as text, since a parser would normalize tricks away. */
const LOOPBACK = /^http:\/\/(?<host>127\.0\.0\.1|\[::1\]|localhost)(?::(?<port>\d{1,5}))?(?<rest>[/?].*)?$/;

/** Schemes that run code, read files, or lead to something else than an installed program. */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  ...['about', 'blob', 'chrome', 'content', 'data', 'file', 'filesystem', 'ftp', 'http', 'intent', 'javascript'],
  ...['mailto', 'sms', 'tel', 'vbscript', 'view-source', 'ws', 'wss'],
]);

/** Returns the problem of a redirect URI, such as "must not have a fragment"; `undefined` for a valid one. */
export function redirectProblem(text: string): string | undefined {
  const url = text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(text) ? parsedUrl(text) : undefined;
  if (!url) return `must be an absolute URI of at most ${MAX_LENGTH} visible ASCII characters`;
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('\\')) return 'must not have a backslash';
  if (url.username !== '' || url.password !== '') return 'must not have a user or password';
  if (LOOPBACK.test(text)) return undefined;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https') return undefined;
  if (REFUSED_SCHEMES.has(scheme))
    return 'must be an https URL, an http URL of this computer, or have a scheme of an app';
  return undefined;
}

/**
 * True if a redirect URI is one of the registered ones, character by character; only the port of a loopback address may
 * differ, since a program does not know it before it listens.
 */
export function isRegisteredRedirect(registered: readonly string[], sent: string): boolean {
  if (redirectProblem(sent) !== undefined) return false;
  return registered.includes(sent) || registered.some((one) => isSameLoopback(one, sent));
}

function isSameLoopback(registered: string, sent: string): boolean {
  const [one, other] = [LOOPBACK.exec(registered)?.groups, LOOPBACK.exec(sent)?.groups];
  return one !== undefined && other !== undefined && one.host === other.host && one.rest === other.rest;
}

/** Returns the host to which a browser returns, in ASCII; of an app, its scheme with a colon. */
export function redirectHost(redirectUri: string): string {
  const url = parsedUrl(redirectUri);
  if (!url) return '';
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.hostname : url.protocol;
}

/** Returns the source with which a content security policy permits a form to redirect there (CSP 3, form-action). */
export function formActionSource(redirectUri: string): string {
  const url = parsedUrl(redirectUri);
  if (!url) return "'self'";
  // A policy cannot name an IPv6 address.
  if (url.hostname.startsWith('[') || (url.protocol !== 'https:' && url.protocol !== 'http:')) return url.protocol;
  return url.origin;
}
