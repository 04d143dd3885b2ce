import type { Condition } from './condition.js';
import type { Item } from './item.js';
import { applyImageChange, itemProblem } from './item-rules.js';

/** Members of an item that the merchant defines. */
export type ItemMembers = Omit<Item, 'shop_id' | 'counted' | 'created_at' | 'updated_at' | 'version'>;

/** Changes to an item's members: `undefined` leaves a value unchanged, null resets it to the default. */
export type MemberChange = {
  readonly [Member in Exclude<keyof ItemMembers, 'id' | 'condition'>]?: ItemMembers[Member] | null | undefined;
} & { readonly condition?: Condition | null | undefined };

/** Changes to an item's members and its stock: `undefined` leaves the stock unchanged, null stops counting it. */
export type ItemChange = MemberChange & { readonly stock?: number | null | undefined };

export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

/** Applies a change to an item, or returns the first reason why it is invalid. Without `before`, the item is new. */
export function applyItemChange(
  id: string,
  before: ItemMembers | undefined,
  change: ItemChange,
): ItemMembers | MemberProblem {
  const { title, price, fulfillment_types } = { ...before, ...definedOnly(change) };
  const absent = Object.entries({ title, price, fulfillment_types }).find(([, value]) => value == null);
  if (title == null || price == null || fulfillment_types == null)
    return { member: absent?.[0] ?? '', problem: before ? 'cannot be removed' : 'is required for a new item' };
  const minimum_age = given<number | null>(change.minimum_age, before?.minimum_age, null);
  const sku = given<string | null>(change.sku, before?.sku, null);
  const condition = given<Condition>(change.condition, before?.condition, 'new');
  const item: ItemMembers = {
    id,
    product_id: given(change.product_id, before?.product_id, null),
    options: given(change.options, before?.options, []),
    title,
    description: given(change.description, before?.description, ''),
    gtin: given(change.gtin, before?.gtin, null),
    mpn: given(change.mpn, before?.mpn, null),
    brand: given(change.brand, before?.brand, null),
    ...(sku !== null && { sku }),
    ...(condition !== 'new' && { condition }),
    categories: given(change.categories, before?.categories, []),
    keywords: given(change.keywords, before?.keywords, []),
    price,
    ...applyImageChange(before?.images ?? [], change),
    fulfillment_types,
    weight_grams: given(change.weight_grams, before?.weight_grams, 0),
    tax_category: given(change.tax_category, before?.tax_category, 'standard'),
    age_restricted: given(change.age_restricted, before?.age_restricted, false),
    ...(minimum_age !== null && { minimum_age }),
    property_specs: given(change.property_specs, before?.property_specs, []),
    backorder: given(change.backorder, before?.backorder, null),
    status: given(change.status, before?.status, 'active'),
  };
  return itemProblem({ ...item, stock: change.stock }) ?? item;
}

function given<T>(change: T | null | undefined, before: T | undefined, fallback: T): T {
  if (change === undefined) return before === undefined ? fallback : before;
  return change ?? fallback;
}

function definedOnly({ title, price, fulfillment_types }: ItemChange) {
  return {
    ...(title !== undefined && { title }),
    ...(price !== undefined && { price }),
    ...(fulfillment_types !== undefined && { fulfillment_types }),
  };
}
