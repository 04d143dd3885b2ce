import type { Session } from './session.js';

/** `ucp` of an answer: the version, and the active capabilities that concern the operation (UCP, Negotiation Protocol). */
export function envelope({ version, active }: Pick<Session, 'version' | 'active'>, root: string) {
  const relevant = version.capabilities.filter(
    (one) => active.has(one.name) && (one.name === root || one.extends?.includes(root)),
  );
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
