import type { Request, Response } from 'express';
import { readCookie } from '../pages/read-cookie.js';
import type { Ids } from '../ports.js';

const NAME = 'portal_consent';
const LENGTH = 32;
const VALUE = new RegExp(`^[0-9A-Za-z]{${LENGTH}}$`);

/** Returns the value of the browser's cookie; `undefined` if it has none. */
export function consentCookie(request: Request): string | undefined {
  const value = readCookie(request, NAME);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/**
 * Returns the value of the browser's cookie, and sets a new one if there is none. It identifies nobody: forms are bound
 * to it, so that only this browser can send them.
 */
export function keepConsentCookie(
  request: Request,
  response: Response,
  publicUrl: string,
  ids: Pick<Ids, 'secret'>,
): string {
  const known = consentCookie(request);
  if (known !== undefined) return known;
  const value = ids.secret(LENGTH);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  response.setHeader('set-cookie', `${NAME}=${value}; Path=/oauth; HttpOnly; SameSite=Lax${secure}`);
  return value;
}
