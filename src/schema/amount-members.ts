/** Request members that contain money in minor units. They must be numbers on every surface. */
export const AMOUNT_MEMBERS: ReadonlySet<string> = new Set([
  'expected_total',
  'max_total',
  'amount',
  'price',
  'min_price',
  'max_price',
]);
