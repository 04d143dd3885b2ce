import type { Face } from '../domain/shop/face.js';
import type { MailContent } from './content.js';
import { renderHtml } from './html-part.js';
import type { Logo } from './logo.js';
import { renderText } from './text-part.js';

/** A mail's subject and its two equivalent parts. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Attached for the HTML. */
  readonly logo?: Logo | undefined;
}

interface Frame {
  readonly face: Face;
  /** BCP 47 tag of the texts. */
  readonly tag: string;
  readonly logo: Logo | undefined;
}

/** Renders both parts of a mail from its blocks. */
export function renderBlocks({ subject, blocks }: MailContent, { face, tag, logo }: Frame): RenderedMail {
  return { subject, html: renderHtml({ subject, blocks, face, tag, logo }), text: renderText(blocks, tag), logo };
}
