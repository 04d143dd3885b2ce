/** Returns lamps to import, whose prices differ in each turn. */
export function importedItems(count: number, turn: number, prefix = 'lamp') {
  return Array.from({ length: count }, (_, n) => ({
    id: `${prefix}-${n}`,
    title: `Trail lamp ${n} of steel`,
    description: 'A lamp that lights the trail at night and lasts for a day. '.repeat(4),
    price: 1 + turn + n,
    stock: 10,
    fulfillment_types: ['pickup'],
  }));
}
