import { isDeepStrictEqual } from 'node:util';
import type { Agreed } from '../../domain/tenant/ucp.js';
import { ORDER } from '../capabilities.js';
import { relevantCapabilities } from '../envelope.js';
import type { Session } from '../session.js';
import { announcedAt } from '../site/announced.js';

/** Negotiated terms that apply to an order of this call. */
export function agreedTerms(session: Session): Agreed {
  const { version, listens } = session;
  const capabilities = Object.fromEntries(
    relevantCapabilities(session, ORDER).map(({ name, version: own }) => [name, own]),
  );
  return { version: version.date, capabilities, listens };
}

/**
 * Agreed capabilities that are still active. Own extensions end with a change of the site's host or of their schema.
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
