/** Columns with the organization or the shop to which a row belongs. */

export const ORGANIZATION_ID = {
  type: 'text',
  of: (row: { readonly organization_id: string }) => row.organization_id,
} as const;

export const SHOP_ID = { type: 'text', of: (row: { readonly shop_id: string }) => row.shop_id } as const;

/** Key of rows that are identified by their `id` alone. */
export const idOf = ({ id }: { readonly id: string }) => id;
