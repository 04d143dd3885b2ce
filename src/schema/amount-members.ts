/** Members of requests that are money in minor units: only the number itself is taken for one, on every surface. */
export const AMOUNT_MEMBERS: ReadonlySet<string> = new Set([
  'expected_total',
  'amount',
  'price',
  'min_price',
  'max_price',
]);
