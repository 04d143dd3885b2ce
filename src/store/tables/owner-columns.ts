/** Columns that identify the owner of a row. */

export const ORGANIZATION_ID = {
  type: 'text',
  of: (row: { readonly organization_id: string }) => row.organization_id,
} as const;

export const SHOP_ID = { type: 'text', of: (row: { readonly shop_id: string }) => row.shop_id } as const;

/** The key of a row whose table has an `id`. */
export const idOf = ({ id }: { readonly id: string }) => id;
