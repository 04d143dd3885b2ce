import { html } from '../pages/html.js';
import { mailHost } from './mail-host.js';
import { composeMessage } from './message.js';
import type { RenderedMail } from './render-blocks.js';
import type { Envelope } from './transport.js';

/** Sender and recipient of mails to the operator. */
export interface OperatorAddresses {
  readonly to: string;
  /** Sender address. Defaults to one at the host of the public URL. */
  readonly from: string | undefined;
  readonly publicUrl: () => string;
}

/** A mail to the operator. Operators read English, as in the log. */
export interface OperatorText {
  /** First part of the `Message-ID`. */
  readonly id: string;
  /** Names what the mail is about, so that clients show its mails as one conversation. */
  readonly thread: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly date: number;
}

export function composeOperatorMail({ to, from, publicUrl }: OperatorAddresses, mail: OperatorText): Promise<Envelope> {
  const host = mailHost(publicUrl());
  const { id, thread, date } = mail;
  const address = from ?? `orders@${host}`;
  const head = {
    id: `${id}@${host}`,
    thread: `${thread}@${host}`,
    from: { name: '', address },
    replyTo: undefined,
    to,
    date,
  };
  return composeMessage(head, render(mail, host));
}

function render({ subject, paragraphs }: OperatorText, host: string): RenderedMail {
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head><body>${paragraphs.map((text) => html`<p>${text}</p>`)}</body></html>`;
  return { subject: `${host}: ${subject}`, text: `${paragraphs.join('\n\n')}\n`, html: `${document.text}\n` };
}
