import type { AttemptResult } from '../../src/delivery/forms.js';
import type { Envelope, MailTransport } from '../../src/mail/transport.js';

/** Notes each mail, and answers with the given results in turn; the last one is repeated. */
export function scripted(...results: readonly AttemptResult[]): MailTransport & { readonly sent: Envelope[] } {
  const sent: Envelope[] = [];
  return {
    sent,
    async send(mail) {
      sent.push(mail);
      const result = results[Math.min(sent.length, results.length) - 1];
      if (!result) throw new Error('no connection');
      return result;
    },
    close: async () => undefined,
  };
}
