import type { RequestHandler } from 'express';

/**
 * Endpoints that clients in browsers call from their own origin (RFC 8414, 3; RFC 9728, 3; OAuth 2.1 for browser-based
 * apps). None of them reads a cookie, so any origin may. The consent page is not among them.
 */
export const BROWSER_PATHS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/oauth/token',
  '/oauth/register',
  '/oauth/revoke',
];

/** Seconds for which a browser keeps the answer to a preflight request. */
const MAX_AGE_S = 24 * 60 * 60;

/** Lets scripts of every origin send requests and read the responses (CORS). */
export const allowBrowsers: RequestHandler = (request, response, next) => {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version');
  response.setHeader('access-control-max-age', String(MAX_AGE_S));
  response.status(204).end();
};
