import { builtAsset } from '../../built-file.js';
import { accentOf, initialOf } from '../../domain/shop/brand.js';
import type { Shop } from '../../domain/shop/shop.js';
import { escapeHtml } from '../../domain/values/escape-html.js';

let page: string | undefined;

/** The page of the cart's view, from the build (build/views.mjs), with the name and color of the caller's shop. */
export function cartPage(shop: Shop | undefined): string {
  page ??= builtAsset('cart-view.html');
  if (!shop) return page;
  return page.replace('<!-- colors -->', () => colors(shop)).replace('<!-- shop -->', () => headerOf(shop));
}

/** The shop's color as on its own pages; hosts set the scheme of the view. */
function colors({ name, settings: { brand } }: Shop): string {
  const { fill, text, light, dark } = accentOf(brand?.name ?? name, brand);
  const shade = (of: 'edge' | 'link') => `--${of}:light-dark(${light[of]},${dark[of]})`;
  return `<style>:root{--accent:${fill};--on-accent:${text};${shade('edge')};${shade('link')}}</style>`;
}

function headerOf({ name, settings: { brand } }: Shop): string {
  const shown = brand?.name ?? name;
  const letter = escapeHtml(initialOf(shown));
  return `<header class="shop"><span aria-hidden="true">${letter}</span>${escapeHtml(shown)}</header>`;
}
