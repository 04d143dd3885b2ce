import { builtAsset } from '../../built-file.js';
import { type Face, faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import { escapeHtml } from '../../domain/values/escape-html.js';
import type { Locale } from '../../texts/locale.js';
import { viewWords } from './view-words.js';

let page: string | undefined;

/** The person who sees the view. */
export interface Viewer {
  /** The caller's shop; `undefined` if the key is not for a shop. */
  readonly shop: Shop | undefined;
  /** Same locale as the responses that the view shows. */
  readonly locale: Locale;
}

/**
 * Renders the cart view: the built page (build/views.mjs) in the viewer's language and with the design of their shop.
 */
export function cartPage({ shop, locale }: Viewer): string {
  page ??= builtAsset('cart-view.html');
  const own = page
    .replace('<html lang="en">', () => `<html lang="${escapeHtml(locale.tag)}">`)
    .replace('<!-- words -->', () => wordsOf(locale));
  if (!shop) return own;
  const face = faceOf(shop);
  return own.replace('<!-- colors -->', () => colors(face)).replace('<!-- shop -->', () => headerOf(face));
}

function wordsOf({ texts }: Locale): string {
  const words = JSON.stringify(viewWords(texts)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="words">${words}</script>`;
}

/** Renders the shop's colors, as on its own pages. The host sets the view's color scheme, light or dark. */
function colors({ accent: { fill, text, light, dark } }: Face): string {
  const shade = (of: 'edge' | 'link') => `--${of}:light-dark(${light[of]},${dark[of]})`;
  return `<style>:root{--accent:${fill};--on-accent:${text};${shade('edge')};${shade('link')}}</style>`;
}

function headerOf({ name, initial }: Face): string {
  return `<header class="shop"><span aria-hidden="true">${escapeHtml(initial)}</span>${escapeHtml(name)}</header>`;
}
