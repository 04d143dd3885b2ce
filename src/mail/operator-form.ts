import type { Form } from '../delivery/forms.js';
import type { LogCheck } from '../domain/tenant/tenant.js';
import { printable } from '../domain/values/printable.js';
import type { OperatorForm } from '../domain/webhook/delivery.js';
import type { LogNotice } from '../domain/webhook/notices.js';
import type { Log } from '../log.js';
import { sendMail } from './mail-form.js';
import type { OperatorAddresses, OperatorText } from './operator-mail.js';
import type { MailTransport } from './transport.js';

export interface OperatorFormDeps extends Omit<OperatorAddresses, 'to'> {
  /** `undefined` if this process sends no mail. */
  readonly transport: MailTransport | undefined;
  /** `undefined` if the operator gets no mail. */
  readonly to: string | undefined;
  readonly log: Log;
}

/** Form of stored notices to the operator. The address is that of the process that sends them. */
export function operatorForm({ transport, to, log, ...addresses }: OperatorFormDeps): Form<OperatorForm> {
  return {
    readOf: () => [],
    sender:
      (_rows, { event_id, payload, created_at }) =>
      async () => {
        if (!transport || to === undefined) return 'mail_off';
        const { composeOperatorMail } = await import('./operator-mail.js');
        const notice: LogNotice = JSON.parse(payload);
        const text = { ...describeNotice(notice, event_id), date: created_at };
        const mail = await composeOperatorMail({ ...addresses, to }, text);
        return { send: (signal) => sendMail(transport, mail, signal, log) };
      },
    followUpWrites: () => [],
  };
}

function describeNotice({ kind, organization_id, name, stop }: LogNotice, eventId: string): Omit<OperatorText, 'date'> {
  const log = `the receipt log of ${printable(name)} (${organization_id})`;
  const fault = printable(stop.fault);
  const about = { id: `${eventId}.${kind}`, thread: `log.${organization_id}` };
  if (kind === 'log_stopped') {
    const { check, effect, next } = STOPPED[stop.check];
    return {
      ...about,
      subject: `receipt log not signed: ${printable(name)}`,
      paragraphs: [`${check} found a fault in ${log}: ${fault}`, effect, next(organization_id)],
    };
  }
  const since = new Date(stop.since).toISOString();
  return {
    ...about,
    subject: `receipt log signed again: ${printable(name)}`,
    paragraphs: [
      `The portal signs ${log} again. It had stopped at ${since} because of this fault: ${fault}`,
      'Restart the portals that have run since before the repair.',
    ],
  };
}

interface StoppedText {
  readonly check: string;
  /** Names the functions that stopped, and those that continue. */
  readonly effect: string;
  readonly next: (organizationId: string) => string;
}

const STOPPED: Readonly<Record<LogCheck, StoppedText>> = {
  audit: {
    check: "The portal's own audit",
    effect:
      'Stopped: nothing is signed for this log, so new checkpoints, bundles and proofs fail with 503. Sales, new receipts and other logs continue.',
    next: (id) =>
      `Next: run \`portal log verify --organization ${id}\`, which names every fault. Restore the newest valid copy of the database, and restart the portals.`,
  },
  signed_heads: {
    check: 'The comparison with the signed heads',
    effect:
      'Stopped: nothing is signed for this log or added to it, so new receipts, checkpoints, bundles and proofs fail with 503, and entries of orders wait. Sales and other logs continue.',
    next: (id) =>
      `Next: restore the newest copy of the database. If there is none, run \`portal log verify --organization ${id}\`, then \`portal log adopt --organization ${id}\`.`,
  },
};
