/** Request members that are money in minor units: on every surface they must be numbers. */
export const AMOUNT_MEMBERS: ReadonlySet<string> = new Set([
  'expected_total',
  'amount',
  'price',
  'min_price',
  'max_price',
]);
