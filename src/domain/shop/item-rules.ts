import { type Item, type ItemImage, MAX_PRICE, type PropertySpec } from './item.js';

/** Rules between several members of an item. */

/** Item members that the rules check. */
type RuleMembers = Pick<
  Item,
  | 'price'
  | 'property_specs'
  | 'product_id'
  | 'options'
  | 'image_url'
  | 'images'
  | 'backorder'
  | 'age_restricted'
  | 'minimum_age'
> & {
  /** `undefined` leaves the stock unchanged. */
  readonly stock?: number | null | undefined;
};

export interface RuleProblem {
  readonly member: keyof RuleMembers;
  readonly problem: string;
}

/** Finds the first rule that the item violates. */
export function itemProblem(item: RuleMembers): RuleProblem | undefined {
  const { price, property_specs, product_id, options, image_url, images, backorder, stock } = item;
  if (price + lowestDelta(property_specs) < 0)
    return { member: 'property_specs', problem: 'would make the price negative' };
  if (price + highestDelta(property_specs) > MAX_PRICE)
    return { member: 'property_specs', problem: `would make the price higher than ${MAX_PRICE}` };
  if (options.length > 0 && product_id === null)
    return { member: 'options', problem: 'needs product_id, which the variants of a product share' };
  if (image_url !== (images[0]?.url ?? null))
    return { member: 'image_url', problem: 'must be the url of the first of images; send one of the two' };
  if (typeof stock === 'number' && stock < 0 && backorder === null)
    return { member: 'stock', problem: 'must not be negative unless the item has backorder' };
  if (item.minimum_age !== undefined && !item.age_restricted)
    return { member: 'minimum_age', problem: 'needs age_restricted: true' };
  return undefined;
}

interface ImageChange {
  readonly image_url?: string | null | undefined;
  readonly images?: readonly ItemImage[] | null | undefined;
}

/**
 * Updates the images after a change of `images` or `image_url`. Changing only `image_url` replaces the first image, and
 * null removes all.
 */
export function applyImageChange(
  before: readonly ItemImage[],
  change: ImageChange,
): Pick<Item, 'image_url' | 'images'> {
  const { image_url, images } = change;
  const [first, ...others] = before;
  if (images) return { images, image_url: image_url ?? images[0]?.url ?? null };
  if (image_url === null || (image_url === undefined && images === null)) return { images: [], image_url: null };
  if (image_url === undefined || image_url === first?.url) return { images: before, image_url: first?.url ?? null };
  return { images: [{ url: image_url, alt: null }, ...(images === null ? [] : others)], image_url };
}

/** Largest price reduction that a choice of properties can give, as a number of at most 0. */
function lowestDelta(specs: readonly PropertySpec[]): number {
  return specs.reduce((total, { values }) => total + Math.min(0, ...values.map(({ price_delta }) => price_delta)), 0);
}

/** Largest price increase that a choice of properties can give. */
function highestDelta(specs: readonly PropertySpec[]): number {
  return specs.reduce((total, { values }) => total + Math.max(0, ...values.map(({ price_delta }) => price_delta)), 0);
}
