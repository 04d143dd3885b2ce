import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { headerText } from './header-text.js';
import type { Logo } from './logo.js';
import type { RenderedMail } from './render-blocks.js';
import type { Envelope } from './transport.js';

/** Headers of a mail, and what they are made of. */
export interface MessageHead {
  /** Names the notice, the same for each attempt. */
  readonly id: string;
  /** Names the object that the mail is about, so that clients show its mails as one conversation. */
  readonly thread: string;
  /** The name is empty for none. */
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | undefined;
  readonly to: string;
  /** URL at which the recipient chooses such mails; absent for those that nobody can unsubscribe from. */
  readonly unsubscribe?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly date: number;
}

/** Composes a message whose bytes depend only on its arguments. */
export async function composeMessage(head: MessageHead, rendered: RenderedMail): Promise<Envelope> {
  const { subject, html, text, logo } = rendered;
  const { from, replyTo, to, unsubscribe } = head;
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject: headerText(subject),
    messageId: `<${head.id}>`,
    references: `<${head.thread}>`,
    date: new Date(head.date),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
    },
    text: withCrlf(text),
    html: withCrlf(html),
    ...(logo && { attachments: [attached(logo)] }),
    baseBoundary: createHash('sha256').update(head.id).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, id: head.id, bytes: await composer.compile().build(), rendered };
}

/** Attaches the logo to the HTML part, so that mail clients do not list it as a file. */
function attached({ cid, type, bytes }: Logo) {
  const filename = type === 'image/png' ? 'logo.png' : 'logo.jpg';
  return { cid, contentType: type, contentDisposition: 'inline', filename, content: bytes } as const;
}

/** Ends lines as mail servers require, so that the stored bytes are those that arrive. */
function withCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}
