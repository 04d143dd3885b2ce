import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import type { InvitationMail } from '../domain/webhook/notices.js';
import { findLocale } from '../texts/locale.js';
import type { Block } from './content.js';
import type { Logo } from './logo.js';
import { type RenderedMail, renderBlocks } from './render-blocks.js';

/**
 * Renders the mail that invites a staff member to the desk.
 * @param publicUrl public URL of the portal, without a trailing slash
 */
export function renderInvitation(
  { invitation: { role } }: InvitationMail,
  { language, publicUrl }: { readonly language: string; readonly publicUrl: string },
  shop: Shop,
  logo?: Logo,
): RenderedMail {
  const face = faceOf(shop);
  const { tag, texts } = findLocale(language, shop.settings.language);
  const own = texts.mail.invitation;
  const blocks: Block[] = [
    { type: 'heading', text: own.heading },
    { type: 'paragraph', text: own.text(face.name, texts.desk.access.roles[role]) },
    { type: 'button', text: own.button, url: `${publicUrl}/desk` },
    { type: 'hint', text: own.hint },
  ];
  return renderBlocks({ subject: own.subject(face.name), blocks }, { face, tag, logo });
}
