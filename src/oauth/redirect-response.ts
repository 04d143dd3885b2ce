import type { Requester } from './authorization-request.js';

/** Builds the URL that returns a result to a client, with the issuer, so that it detects a mix-up (RFC 9207). */
export function responseUrl(
  { redirectUri, state }: Requester,
  issuer: string,
  result: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...result, ...(state !== undefined && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
