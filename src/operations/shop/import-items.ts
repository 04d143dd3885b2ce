import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { STOCK_MODES } from '../../domain/shop/imported-stock.js';
import { authorOf } from '../../records/audit.js';
import { importedItem } from '../../schema/item-import.js';
import { answer, dataOf, id } from '../../schema/primitives.js';
import { rowProblem } from '../../schema/shop-item.js';
import { checkItems, problemsOf } from './check-items.js';
import { ownShop } from './own-shop.js';
import { buildPlanWrites, planItems } from './plan-items.js';

const MAX_ITEMS = 10_000;
/** Bytes. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** Documented as an item, but validated row by row, so that each invalid row is reported. */
const row = z.unknown().meta({ ...z.toJSONSchema(importedItem, { io: 'input' }), $schema: undefined });

const input = z
  .strictObject({
    shop_id: id('Id of the shop'),
    items: z
      .array(row)
      // Rows are validated only if their number is allowed.
      .min(1, { abort: true })
      .max(MAX_ITEMS, { abort: true })
      .transform((rows) => checkItems(rows))
      .describe('Items with their ids'),
    partial: z.boolean().default(false).describe('True: import the valid rows even if others are refused'),
    stock: z
      .enum(STOCK_MODES)
      .default('keep')
      .describe(
        'Units of items that exist: `keep` those of the shop, `set` the sent ones, or add the `difference` to what the previous import sent',
      ),
    allow_free: z.boolean().default(false).describe('True: accept a price of 0 for items on sale'),
  })
  .superRefine(({ items, partial }, context) => {
    const [first] = items.refused;
    if (partial || !first) return;
    const { issue, row } = first;
    context.addIssue({ ...issue, path: ['items', row - 1, ...issue.path] });
  });

export const importItems = defineOperation({
  name: 'import_items',
  title: 'Import items',
  description:
    'Creates items, and changes those with known ids: members that are left out stay, and null takes the default. Other items stay. All or nothing, unless `partial` is true: then the answer names the rows that were refused.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input,
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(
    answer({
      imported: z.int().describe('Valid rows; those that change nothing are among them'),
      problems: z.array(rowProblem).describe('Rows that were refused'),
      warnings: z.array(rowProblem).describe('Rows that were imported, but not as they were sent'),
    }),
  ),
  sample: ({ shop }) => ({
    shop_id: shop,
    items: [{ id: 'bowl', title: 'Bowl', price: 1800, fulfillment_types: ['pickup'], stock: 12 }],
  }),
  errors: ['shop_not_found'],
  http: {
    method: 'post',
    path: '/api/shops/{id}/items/import',
    parts: { id: 'shop_id' },
    bodyLimit: BODY_LIMIT,
  },
  // Only the error of a rejected row matters, so only the error is in the fingerprint.
  fingerprint: ({ items, ...rest }) => ({ ...rest, items: items.rows, problems: problemsOf(items.refused) }),
  handle: (context, { shop_id, items, partial, stock, allow_free }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const rules = { stock, allowFree: allow_free };
      const { planned, refused, warnings } = planItems(rows, shop.id, items.rows, rules);
      const [first] = refused;
      if (first && !partial) throw new PortalError('invalid_request', `items[${first.row - 1}].${first.problem}`);
      const problems = [...problemsOf(items.refused), ...refused].sort((a, b) => a.row - b.row);
      return {
        writes: buildPlanWrites(authorOf(context), shop, planned),
        answer: { body: { data: { imported: planned.length, problems, warnings: [...warnings] } } },
      };
    }),
});
