import { z } from 'zod';

/** Pieces that several resources share. Every string, list and number has a limit (docs/api.md, Money). */

/** Longer than any id of ours; a longer or malformed one is an absent object. */
const MAX_ID = 128;

export const id = (what: string) => z.string().min(1).max(MAX_ID).describe(what);

/** Something to read: not blank, no control characters but line breaks and tabs. */
export const text = (max: number, what: string) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value.trim() !== '' && !CONTROL.test(value), { error: 'takes text that is not blank' })
    .describe(what);

/** Something longer to read, which may be empty; no control characters but line breaks and tabs. */
export const longText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !CONTROL.test(value), { error: 'takes text without control characters' });

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** A link that a page may show: never a scheme that runs code. */
export const linkUrl = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/|\/media\/)\S+$/, { error: 'takes an http(s) URL or a path under /media/' });

/** Minor units. Prices are bounded so that the largest cart with tax and shipping stays below 2^53. */
export const amount = (what: string) => z.int().describe(what);

export const dateTime = (what: string) => z.iso.datetime().describe(what);

const YEAR_3000 = Date.UTC(3000, 0, 1);

/** An instant as callers send it: ISO 8601, with any offset; read as milliseconds since the epoch. */
export const instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .transform((value) => Date.parse(value))
  .refine((value) => value >= 0 && value < YEAR_3000, { error: 'takes a time from 1970 to 2999' });

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
