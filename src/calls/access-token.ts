import { createHmac } from 'node:crypto';
import type { Ids } from '../ports.js';

/** Prefixes of the texts that OAuth clients get, so that secret scanners and people can tell them apart. */
const PREFIXES = { access: 'at_', refresh: 'rt_', code: 'ac_', client_secret: 'cs_' } as const;
export type TokenKind = keyof typeof PREFIXES;

/** 43 characters have 256 bits, both in base62 and in base64url. */
const LENGTH = 43;
const REST = new RegExp(`^[\\w-]{${LENGTH}}$`);

/** Creates the text of a token, code or client secret. Only its hash is stored (`hashSecret`). */
export function generateToken(ids: Pick<Ids, 'secret'>, kind: TokenKind): string {
  return `${PREFIXES[kind]}${ids.secret(LENGTH)}`;
}

/** Returns the same text each time for the same origin, so that a request repeated after a lost response gets it again. */
export function deriveToken(secret: Buffer, kind: TokenKind, origin: string): string {
  return `${PREFIXES[kind]}${createHmac('sha256', secret).update(`${kind}:${origin}`).digest('base64url')}`;
}

/** True if prefix and length are valid. The token need not exist. */
export function isWellFormedToken(kind: TokenKind, text: string): boolean {
  const prefix = PREFIXES[kind];
  return text.startsWith(prefix) && REST.test(text.slice(prefix.length));
}

/** True if the text has the form of a signed JWT (RFC 7519), as outside issuers make them. */
export function isJwt(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}
