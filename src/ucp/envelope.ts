import type { Session } from './session.js';
import { type Announced, announcedAt } from './site/announced.js';

type Negotiated = Pick<Session, 'site' | 'version' | 'active'>;

/** Active capabilities relevant to an operation: the `root` capability and its extensions. */
export function relevantCapabilities({ site, version, active }: Negotiated, root: string): readonly Announced[] {
  return announcedAt(site)(version).filter(
    (one) => active.has(one.id) && (one.id === root || one.extends?.includes(root)),
  );
}

/** The `ucp` member of a response: the version and the relevant active capabilities (UCP, Negotiation Protocol). */
export function envelope(session: Negotiated, root: string) {
  const { version } = session;
  const relevant = relevantCapabilities(session, root);
  if (version.isEarly) {
    return { version: version.date, capabilities: relevant.map((one) => ({ name: one.name, version: one.version })) };
  }
  return {
    version: version.date,
    status: 'success' as const,
    capabilities: Object.fromEntries(relevant.map((one) => [one.name, [{ version: one.version }]])),
  };
}

export function errorEnvelope(version: string) {
  return { version, status: 'error' as const };
}
