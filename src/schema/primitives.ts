import { z } from 'zod';
import { MAX_PRICE } from '../domain/item.js';

/** Pieces that several resources share. Every string, list and number has a limit (docs/api.md, Money). */

/** Longer than any id of ours; a longer or malformed one is an absent object. */
const MAX_ID = 128;

export const id = (what: string) => z.string().min(1).max(MAX_ID).describe(what);

export const text = (max: number, what: string) => z.string().min(1).max(max).describe(what);

/** Minor units; sums stay below 2^53. */
const MAX_AMOUNT = MAX_PRICE * 10_000 * 100;

export const amount = (what: string) => z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT).describe(what);

export const dateTime = (what: string) => z.iso.datetime().describe(what);

/** Answers are exact: a member that is not declared is a fault of ours, which a test finds. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

/** `{ data }` of a single object. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => answer({ data: schema });

/** `{ data: [...], pagination? }` of a paged list (docs/api.md, HTTP). */
export const pageOf = <Schema extends z.ZodType>(schema: Schema) =>
  answer({
    data: z.array(schema),
    pagination: answer({ cursor: z.string().describe('Pass it as `cursor` for the next page') })
      .optional()
      .describe('Present only when there is a next page'),
  });

export const paging = {
  limit: z.int().min(1).max(100).default(20).describe('Entries on this page, 1 to 100'),
  cursor: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('`pagination.cursor` of the page before; omit it for the first page'),
};
