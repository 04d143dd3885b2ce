import type { Request } from 'express';
import type { StoreReader } from '../../ports.js';
import { findSession, type OpenSession } from '../../sign-in/sessions.js';
import { ownCookie } from './cookies.js';

/** Reads the session of a request's cookie; `undefined` if there is none or it has ended. */
export async function readSession(
  store: Pick<StoreReader, 'read'>,
  request: Request,
  now: number,
): Promise<OpenSession | undefined> {
  const token = ownCookie(request, 'session');
  return token === undefined ? undefined : store.read((rows) => findSession(rows, token, now));
}
