import type { Outcome } from '../domain/webhook/delivery.js';
import type { SendResult } from './transport.js';

/** Commands whose rejection concerns the portal's account or sender address, not this mail. */
const OWN_COMMANDS = /^(?:AUTH|MAIL FROM|EHLO|HELO|STARTTLS|CONN)/;
/** Codes of certificates and handshakes that Node rejects. */
const TLS_CODES = /TLS|SSL|CERT|SIGNATURE|EPROTO/;

/** Maps an error of a mail server to the outcome of the attempt. */
export function classifySmtpError(error: unknown): SendResult {
  const status = numberIn(error, 'responseCode') ?? null;
  return { outcome: outcomeOf(error, status), status, reason: error instanceof Error ? error.message : String(error) };
}

function outcomeOf(error: unknown, status: number | null): Outcome {
  const code = textIn(error, 'code');
  const command = textIn(error, 'command');
  if (status === null) {
    if (TLS_CODES.test(`${code} ${textIn(error, 'originalCode')}`) || code === 'EAUTH') return 'server_refused';
    if (code === 'EENVELOPE') return 'address_refused';
    return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
  }
  if (status < 500) return 'unavailable';
  if (command === 'RCPT TO') return 'address_refused';
  return code === 'ETLS' || OWN_COMMANDS.test(command) ? 'server_refused' : 'refused';
}

function textIn(error: unknown, name: string): string {
  const value = memberOf(error, name);
  return typeof value === 'string' ? value : '';
}

function numberIn(error: unknown, name: string): number | undefined {
  const value = memberOf(error, name);
  return typeof value === 'number' ? value : undefined;
}

function memberOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}
