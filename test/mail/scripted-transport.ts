import type { AttemptResult } from '../../src/delivery/forms.js';
import type { Envelope, MailTransport } from '../../src/mail/transport.js';

interface ScriptedTransport extends MailTransport {
  readonly sent: Envelope[];
  /** Sets the result of all later mails. */
  answer(result: AttemptResult): void;
}

/** Notes each mail, and answers with the given results in turn; the last one is repeated. */
export function scripted(...results: readonly AttemptResult[]): ScriptedTransport {
  const sent: Envelope[] = [];
  let later: AttemptResult | undefined;
  return {
    sent,
    answer(result) {
      later = result;
    },
    async send(mail) {
      sent.push(mail);
      const result = later ?? results[Math.min(sent.length, results.length) - 1];
      if (!result) throw new Error('no connection');
      return result;
    },
    close: async () => undefined,
  };
}
