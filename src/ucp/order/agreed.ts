import type { Agreed } from '../../domain/tenant/ucp.js';
import { ORDER } from '../capabilities.js';
import { concerning } from '../envelope.js';
import type { Session } from '../session.js';
import { announcedAt } from '../site/announced.js';

/** What was negotiated in a call, as far as it concerns an order that comes of it. */
export function agreedIn(session: Session): Agreed {
  const { version, listens } = session;
  return { version: version.date, capabilities: concerning(session, ORDER).map(({ name }) => name), listens };
}

/**
 * What is still active of what was agreed on: names of own extensions begin with the host, so those of a host that the site has
 * no more are gone.
 */
export function stillActive(
  { capabilities }: Agreed,
  { site, version }: Pick<Session, 'site' | 'version'>,
): ReadonlySet<string> {
  const known = announcedAt(site)(version).filter(({ name }) => capabilities.includes(name));
  return new Set(known.map(({ id }) => id));
}

export function isSameAgreement(one: Agreed | undefined, other: Agreed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
