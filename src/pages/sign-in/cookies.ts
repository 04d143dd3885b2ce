import type { Request, Response } from 'express';
import { SESSION_LIFETIME_MS } from '../../domain/person/session.js';
import { readCookie } from '../read-cookie.js';

/**
 * Cookies of people who sign in. Their prefix makes browsers refuse them without `Secure`, from other hosts and for parts
 * of the site; browsers accept such cookies from `http://localhost` too.
 */
const NAMES = { session: '__Host-session', browser: '__Host-browser' } as const;
export type CookieName = keyof typeof NAMES;

/** Lifetimes in seconds. The server ends sessions earlier by its own clock. */
const LIFETIMES: Readonly<Record<CookieName, number>> = { session: SESSION_LIFETIME_MS / 1000, browser: 60 * 60 };

const VALUE = /^[0-9A-Za-z]{43}$/;

/** Returns the value of a cookie; `undefined` if it is absent or not one of ours. */
export function ownCookie(request: Request, name: CookieName): string | undefined {
  const value = readCookie(request, NAMES[name]);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

export function setCookie(response: Response, name: CookieName, value: string): void {
  append(response, name, value, LIFETIMES[name]);
}

export function clearCookie(response: Response, name: CookieName): void {
  append(response, name, '', 0);
}

function append(response: Response, name: CookieName, value: string, seconds: number): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;
  response.append('set-cookie', `${NAMES[name]}=${value}; ${attributes}`);
}
