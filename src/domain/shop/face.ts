import { oncePer } from '../values/once-per.js';
import { type Accent, accentOf, type Brand, initialOf } from './brand.js';
import type { Shop } from './shop.js';

/** Appearance of a shop on its pages and in the cart view. */
export interface Face {
  readonly name: string;
  readonly accent: Accent;
  readonly initial: string;
  readonly brand: Brand;
  readonly shop: Shop;
}

/** Unset parts default to the shop's name, its first letter, and a color derived from the name. */
export const faceOf = oncePer((shop: Shop): Face => {
  const { brand = {} } = shop.settings;
  const name = brand.name ?? shop.name;
  return { name, accent: accentOf(name, brand), initial: initialOf(name), brand, shop };
});
