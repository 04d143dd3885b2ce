/** Part of the filters of orders that excludes none. */
export const ANY_ORDER = {
  status: undefined,
  payment_status: undefined,
  created_from: undefined,
  created_before: undefined,
} as const;
