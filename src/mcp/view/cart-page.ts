import { builtAsset } from '../../built-file.js';

let page: string | undefined;

/** The page of the cart's view, from the build (build/views.mjs). */
export function cartPage(): string {
  page ??= builtAsset('cart-view.html');
  return page;
}
