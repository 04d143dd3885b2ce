import type { Answer } from '../calls/answer.js';
import type { CanonicalMessage } from './checkout/canonical.js';
import { errorEnvelope } from './envelope.js';
import type { Session } from './session.js';

/** An answer of the protocol, as it goes over the wire. */
export type UcpAnswer = Answer<object>;

/** Where there is no resource to answer (UCP, Error Response). */
export function errorAnswer({ version }: Pick<Session, 'version'>, message: CanonicalMessage): UcpAnswer {
  return { body: { ucp: errorEnvelope(version.date), messages: [{ ...message, severity: 'unrecoverable' }] } };
}
