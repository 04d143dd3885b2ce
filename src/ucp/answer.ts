import type { Answer } from '../calls/answer.js';
import type { CanonicalMessage } from './checkout/canonical-forms.js';
import { errorEnvelope } from './envelope.js';
import type { Session } from './session.js';

/** A protocol response in wire form. */
export type UcpAnswer = Answer<object>;

/** Response of a call that has no resource to return (UCP, Error Response). */
export function errorAnswer({ version }: Pick<Session, 'version'>, message: CanonicalMessage): UcpAnswer {
  return { body: { ucp: errorEnvelope(version.date), messages: [{ ...message, severity: 'unrecoverable' }] } };
}
