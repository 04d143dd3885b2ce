import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalText } from '../../attestation/canonical-json.js';
import { withoutAbsentTexts } from '../../calls/absent-texts.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { inputError } from '../../calls/input-error.js';
import { inputFormOf } from '../../calls/input-form.js';
import { toJsonSchema } from '../../calls/json-schema.js';
import { mapInSlices } from '../../calls/slices.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import { STOCK_MODES } from '../../domain/shop/imported-stock.js';
import { once } from '../../domain/values/once.js';
import type { Slicing } from '../../json/sliced-json.js';
import { importedItem } from '../../schema/item-import.js';
import { answer, dataOf, id } from '../../schema/primitives.js';
import { rowProblem } from '../../schema/shop-item.js';
import { checkItemsInSlices, problemsOf, type RefusedRow } from './check-items.js';
import { importInPieces } from './import-in-pieces.js';

const MAX_ITEMS = 10_000;
/** Maximum length of the body. Bytes. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * A row is documented with the schema of an item, but validated later and separately, so that each invalid row is
 * reported.
 */
const row = z.unknown();
// Converted on demand, since that takes a fortieth of the program's start.
row._zod.toJSONSchema = once(() => toJsonSchema(importedItem, 'input'));

const input = z.strictObject({
  shop_id: id('Id of the shop'),
  items: z
    .array(row)
    // The rows are validated only if their number is allowed.
    .min(1, { abort: true })
    .max(MAX_ITEMS, { abort: true })
    .describe('Items with their ids'),
  partial: z.boolean().default(false).describe('True: import the valid rows even if others are refused'),
  stock: z
    .enum(STOCK_MODES)
    .default('keep')
    .describe(
      'Units of items that exist: `keep` those of the shop, `set` the sent ones, or add the `difference` to what the previous import sent',
    ),
  allow_free: z.boolean().default(false).describe('True: accept a price of 0 for items on sale'),
});

export const importItems = defineOperation({
  name: 'import_items',
  title: 'Import items',
  description:
    'Creates items, and changes those with known ids: omitted members stay, and null sets the default. Other items stay. All rows are validated before the first is written, so it is all or nothing, unless `partial` is true: then the response names the rejected rows. If it is interrupted, repeat it.',
  scope: 'items',
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
  rows: 'items',
  fingerprint: async ({ items, ...rest }, slices) => ({
    ...rest,
    items: await hashRows(await readRows(items, slices), slices),
  }),
  async handle(context: Context<'slices' | 'quotas'>, { shop_id, items, partial, stock, allow_free }) {
    const { slices } = context.services;
    const read = await readRows(items, slices);
    const { rows, refused } = await checkItemsInSlices(read, slices);
    const [first] = refused;
    if (first && !partial) throw rowError(first, read);
    const rules = { stock, allowFree: allow_free };
    return importInPieces(context, { shopId: shop_id, rows, rules, isPartial: partial }, (result) => {
      const problems = [...problemsOf(refused), ...result.refused].sort((a, b) => a.row - b.row);
      return { body: { data: { imported: result.imported, problems, warnings: [...result.warnings] } } };
    });
  },
});

/** Removes optional texts that count as absent, such as empty ones, from all rows. */
function readRows(items: readonly unknown[], slices: Slicing): Promise<readonly unknown[]> {
  return mapInSlices(items, slices, (one) => withoutAbsentTexts(one, inputFormOf(importedItem)));
}

function rowError({ issue, row }: RefusedRow, items: readonly unknown[]): PortalError {
  const error = new z.ZodError([{ ...issue, path: ['items', row - 1, ...issue.path] }]);
  return inputError(error, { items }, {}, input);
}

/** Computes the SHA-256 of the rows in canonical form. */
async function hashRows(rows: readonly unknown[], slices: Slicing): Promise<string> {
  const hash = createHash('sha256');
  for (const one of rows) {
    if (slices.isOver) await slices.next();
    hash.update(`${canonicalText(one)}\n`);
  }
  return hash.digest('hex');
}
