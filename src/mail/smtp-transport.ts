import { createTransport } from 'nodemailer';
import type { SmtpServer } from '../config/mail-server.js';
import { domainOf } from '../domain/values/email.js';
import type { DkimKey } from './dkim-key.js';
import { isReservedDomain } from './reserved-domain.js';
import { classifySmtpError } from './smtp-errors.js';
import type { MailTransport } from './transport.js';

const SECOND = 1_000;
/** As many as mails may be in flight (delivery/slots.ts). */
const MAX_CONNECTIONS = 16;

/** Sends mail to an SMTP server over a pool of connections, signed if there is a key. */
export function smtpTransport({ host, port, tls, login }: SmtpServer, dkim: DkimKey | undefined): MailTransport {
  const pool = createTransport({
    pool: true,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'never',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    maxConnections: MAX_CONNECTIONS,
    // The deliverer retries. If the pool did too, a message could be sent again after it was accepted.
    maxRequeues: 0,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 40 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from, to, bytes }, signal) {
      if (isReservedDomain(to)) return { outcome: 'reserved_address', status: null };
      const signing = dkim && { dkim: { ...dkim, domainName: domainOf(from) } };
      try {
        await pool.sendMail({ envelope: { from, to }, raw: bytes, signal, ...signing });
        return { outcome: 'acknowledged', status: 250 };
      } catch (error) {
        if (signal.aborted) throw error;
        return classifySmtpError(error);
      }
    },
    async close() {
      pool.close({ force: true });
    },
  };
}
