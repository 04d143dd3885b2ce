import type { AttemptResult } from '../delivery/forms.js';
import type { RenderedMail } from './render-blocks.js';

/** A complete message with its envelope. */
export interface Envelope {
  /** Sender address for bounces. */
  readonly from: string;
  readonly to: string;
  /** `Message-ID` without its angle brackets. */
  readonly id: string;
  /** The message in the form of RFC 5322. */
  readonly bytes: Buffer;
  /** Subject and parts from which the message was composed. */
  readonly rendered: RenderedMail;
}

export interface SendResult extends AttemptResult {
  /** The server's reply or the error, for the operator; may contain the recipient's address. */
  readonly reason?: string;
}

/** Accepts messages for delivery. */
export interface MailTransport {
  /**
   * Sends a message once. It MUST NOT report `acknowledged` before the message is safe from a crash.
   * @throws Error when the destination cannot be reached
   */
  send(mail: Envelope, signal: AbortSignal): Promise<SendResult>;
  /** Closes all connections. Nothing may be sent afterwards. */
  close(): Promise<void>;
}
