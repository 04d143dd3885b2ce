import { type Accent, accentOf, type Brand, initialOf } from '../../domain/shop/brand.js';
import type { Shop } from '../../domain/shop/shop.js';
import { oncePer } from '../../domain/values/once-per.js';

/** Appearance of a shop on its pages. */
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
