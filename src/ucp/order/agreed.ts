import { isDeepStrictEqual } from 'node:util';
import type { Agreed } from '../../domain/tenant/ucp.js';
import { ORDER } from '../capabilities.js';
import { relevantCapabilities } from '../envelope.js';
import type { Session } from '../session.js';
import { announcedAt } from '../site/announced.js';

/** Returns the negotiated version, capabilities and `listens`, which then apply to an order placed by this call. */
export function agreedTerms(session: Session): Agreed {
  const { version, listens } = session;
  const capabilities = Object.fromEntries(
    relevantCapabilities(session, ORDER).map(({ name, version: own }) => [name, own]),
  );
  return { version: version.date, capabilities, listens };
}

/**
 * Returns the agreed capabilities that are still available. The portal's own extensions are no longer available after
 * their schema or the site's host has changed.
 */
export function keepActive(
  { capabilities }: Agreed,
  { site, version }: Pick<Session, 'site' | 'version'>,
): ReadonlySet<string> {
  const known = announcedAt(site)(version).filter((one) => capabilities[one.name] === one.version);
  return new Set(known.map(({ id }) => id));
}

export function isSameAgreement(one: Agreed | undefined, other: Agreed): boolean {
  return isDeepStrictEqual(one, other);
}
