import { builtAsset } from '../../built-file.js';
import { once } from '../../domain/values/once.js';

/** The page of the cart's view, from the build (build/views.mjs). */
export const cartPage = once(() => builtAsset('cart-view.html'));
