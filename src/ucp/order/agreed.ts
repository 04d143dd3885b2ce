import { isDeepStrictEqual } from 'node:util';
import type { Agreed } from '../../domain/tenant/ucp.js';
import { ORDER } from '../capabilities.js';
import { concerning } from '../envelope.js';
import type { Session } from '../session.js';
import { announcedAt } from '../site/announced.js';

/** What was negotiated in a call, as far as it concerns an order that comes of it. */
export function agreedIn(session: Session): Agreed {
  const { version, listens } = session;
  const capabilities = Object.fromEntries(concerning(session, ORDER).map(({ name, version: own }) => [name, own]));
  return { version: version.date, capabilities, listens };
}

/**
 * What is still active of what was agreed on. Names of own extensions begin with the host, and each is answered in one version:
 * those of a host that the site has no more are gone, and those whose schema is another one by now.
 */
export function stillActive(
  { capabilities }: Agreed,
  { site, version }: Pick<Session, 'site' | 'version'>,
): ReadonlySet<string> {
  const known = announcedAt(site)(version).filter((one) => capabilities[one.name] === one.version);
  return new Set(known.map(({ id }) => id));
}

export function isSameAgreement(one: Agreed | undefined, other: Agreed): boolean {
  return isDeepStrictEqual(one, other);
}
