import { z } from 'zod';
import { hasControls, isBlank } from '../domain/values/text.js';
import { parsedUrl } from '../parsed-url.js';

/** Schemas shared by other files. Every string, list and number has a limit (docs/api.md, HTTP). */

/** More characters than any id of the portal has. Longer and malformed ids give the same error as an absent object. */
export const MAX_ID = 128;

export const id = (what: string) => z.string().min(1).max(MAX_ID).describe(what);

const CONTROLS = 'must not contain control characters or characters that override the direction of text';

const plain = (schema: z.ZodString) => schema.refine((value) => !hasControls(value), { error: CONTROLS });

const readable = (schema: z.ZodString) =>
  plain(schema).refine((value) => !isBlank(value), { error: 'must not be blank' });

/** Text that may be blank. */
export const line = (max: number, what: string) => plain(z.string().max(max)).describe(what);

/** Text for people. It must not be blank, and must not contain control characters except line feeds and tabs. */
export const text = (max: number, what: string) => readable(z.string().min(1).max(max)).describe(what);

/** Text in a fixed format. The schema requires at least one character, so an optional empty text counts as absent. */
export const codeText = (error: string, isValid: (value: string) => boolean, max = 100) =>
  z.string().min(1, { error, abort: true }).max(max, { error, abort: true }).refine(isValid, { error });

/** Longer text for people. It may be empty, but must not contain control characters except line feeds and tabs. */
export const longText = (max: number) => plain(z.string().max(max));

/** Imported text, trimmed and with line feeds as line breaks. */
export const importedText = (max: number) => readable(z.string().overwrite(withLineFeeds).trim().min(1).max(max));

/** Imported text that may be empty, with line feeds as line breaks. */
export const importedLongText = (max: number) => plain(z.string().overwrite(withLineFeeds).max(max));

function withLineFeeds(value: string): string {
  return value.replace(/\r\n?/g, '\n');
}

const LINK = 'must be an http(s) URL';

/** A link that pages may show, so its scheme must not run code. Pictures stored here have paths below `/media/`. */
export const linkUrl = z
  .string()
  .max(2000, { abort: true })
  .regex(/^([Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\\\s]|\/media\/)\S*$/, { error: LINK })
  .refine(
    (value) => !hasControls(value) && (value.startsWith('/') ? staysBelow(value) : parsedUrl(value) !== undefined),
    {
      error: LINK,
    },
  );

/**
 * True if the path has no dot segments, which browsers resolve even if percent-encoded, and no backslashes, which
 * browsers treat as slashes.
 */
function staysBelow(path: string): boolean {
  return !/\.\.|%2e|\\/i.test(path);
}

/** Amount in minor units. Limits for prices and carts ensure that amounts are exact. */
export const amount = (what: string) => z.int().describe(what);

export const dateTime = (what: string) => z.iso.datetime().describe(what);

const YEAR_3000 = Date.UTC(3000, 0, 1);

/** ISO 8601 time with any offset, converted to milliseconds since the epoch. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time with zone' })
  .max(40)
  .transform((value) => Date.parse(value))
  .refine((value) => value >= 0 && value < YEAR_3000, { error: 'must be a time from 1970 to 2999' });

/** A date such as `2026-11-22`. */
export const date = (what: string) =>
  z.iso.date({ error: 'must be a day such as 2026-11-22' }).describe(`${what}, such as 2026-11-22`);

/** Schema of a response. It is strict, so that tests find undeclared members. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

/** Response `{ data }` with a single object. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => answer({ data: schema });

/** Response `{ data: [...], pagination? }` with a page of a list (docs/api.md, HTTP). */
export const pageOf = <Schema extends z.ZodType>(schema: Schema) =>
  answer({
    data: z.array(schema),
    pagination: answer({ cursor: z.string().describe('Pass it as `cursor` for the next page') })
      .optional()
      .describe('Present only when there is a next page'),
  });

export const paging = {
  limit: z.int().min(1).max(100).default(20).describe('Entries on this page'),
  cursor: z.string().min(1).max(1000).optional().describe('`pagination.cursor` of the previous page'),
};
