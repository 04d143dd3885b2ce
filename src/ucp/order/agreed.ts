import type { Agreed } from '../../domain/tenant/ucp.js';
import { ORDER } from '../capabilities.js';
import { concerning } from '../envelope.js';
import type { Session } from '../session.js';

/** What was negotiated in a call, as far as it concerns an order that comes of it. */
export function agreedIn(session: Session): Agreed {
  const { version, listens } = session;
  return { version: version.date, capabilities: concerning(session, ORDER).map(({ id }) => id), listens };
}

export function isSameAgreement(one: Agreed | undefined, other: Agreed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
