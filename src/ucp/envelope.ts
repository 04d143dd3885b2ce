import type { Session } from './session.js';
import { announcedAt } from './site/announced.js';

/** `ucp` of an answer: the version, and the active capabilities that concern the operation (UCP, Negotiation Protocol). */
export function envelope({ site, version, active }: Pick<Session, 'site' | 'version' | 'active'>, root: string) {
  const relevant = announcedAt(site)(version).filter(
    (one) => active.has(one.id) && (one.id === root || one.extends?.includes(root)),
  );
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
