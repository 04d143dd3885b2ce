import { codeOf } from '../domain/person/sign-in.js';
import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { findLocale } from '../texts/locale.js';
import type { Block } from './content.js';
import type { Logo } from './logo.js';
import { type RenderedMail, renderBlocks } from './render-blocks.js';

interface SignInLink {
  /** Id of the attempt. */
  readonly id: string;
  readonly token: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** Public URL of the portal, without a trailing slash. */
  readonly publicUrl: string;
}

/** Renders the mail with the link and the code of an attempt to sign in. */
export function renderSignIn({ id, token, language, publicUrl }: SignInLink, shop: Shop, logo?: Logo): RenderedMail {
  const face = faceOf(shop);
  const { tag, texts } = findLocale(language, shop.settings.language);
  const own = texts.mail.sign_in;
  const blocks: Block[] = [
    { type: 'heading', text: own.heading },
    { type: 'paragraph', text: own.text(face.name) },
    { type: 'button', text: own.button, url: `${publicUrl}/sign-in/${id}/${token}` },
    { type: 'group', title: own.code, lines: [codeOf(token)] },
    { type: 'hint', text: own.hint },
  ];
  return renderBlocks({ subject: own.subject(face.name), blocks }, { face, tag, logo });
}
