import type { Capability } from './capabilities.js';
import type { Session } from './session.js';

type Negotiated = Pick<Session, 'version' | 'active'>;

/** The active capabilities that concern the operations of one: itself, and what extends it. */
export function concerning({ version, active }: Negotiated, root: string): readonly Capability[] {
  return version.capabilities.filter(
    (one) => active.has(one.name) && (one.name === root || one.extends?.includes(root)),
  );
}

/** `ucp` of an answer: the version, and the active capabilities that concern the operation (UCP, Negotiation Protocol). */
export function envelope(session: Negotiated, root: string) {
  const { version } = session;
  const relevant = concerning(session, root);
  const { date } = version;
  if (version.isEarly) return { version: date, capabilities: relevant.map(({ name }) => ({ name, version: date })) };
  return {
    version: date,
    status: 'success' as const,
    capabilities: Object.fromEntries(relevant.map(({ name }) => [name, [{ version: date }]])),
  };
}

export function errorEnvelope(version: string) {
  return { version, status: 'error' as const };
}
