import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { isWellFormedToken } from '../calls/access-token.js';
import type { Credentials } from '../calls/authenticate.js';
import { addressOf } from './address.js';

export function readCredentials(request: Request): Credentials {
  return {
    key: readKey(request),
    buyerId: header(request, 'x-buyer-id'),
    address: addressOf(request),
    dryRun: request.method === 'HEAD',
  };
}

/**
 * Reads the key from `x-api-key`, or from `Authorization: Bearer`, because some MCP hosts send only that (docs/api.md,
 * Keys and callers).
 */
export function readKey(request: Request): string | undefined {
  return header(request, 'x-api-key') ?? bearer(header(request, 'authorization'));
}

/**
 * Reads the access token that a UCP platform sends as `Authorization: Bearer` for a linked person, beside its own proof.
 * A bearer text without `x-api-key` that is no token is the platform's key.
 */
export function readAccessToken(request: Request): string | undefined {
  const text = bearer(header(request, 'authorization'));
  const key = header(request, 'x-api-key');
  const isToken = text !== undefined && (isWellFormedToken('access', text) || (key !== undefined && key !== text));
  return isToken ? text : undefined;
}

export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Returns all values sent under a header name. Node's `headers` would join them into one or, for some names, drop all
 * but the first.
 */
export function headerValues({ headers, rawHeaders }: IncomingMessage, name: string): string[] {
  if (headers[name] === undefined) return [];
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
