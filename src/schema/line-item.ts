import { z } from 'zod';
import { MAX_FREE_TEXT } from '../domain/checkout/properties.js';
import { line, text } from './primitives.js';

/** Schemas shared by line item requests (API document, LineItem; docs/checkout.md, Lines). */

/** The schema has no maximum, so that too many units are rejected with `limit_exceeded` and the shop's limit. */
export const quantity = z.int().describe('Units');

/** Id that the caller chooses for a line. */
export const lineId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, "_" and "-"' });

/** Maximum properties per line. */
export const MAX_PROPERTIES = 20;

export const propertiesInput = z
  .array(
    z.strictObject({
      name: text(100, 'Name from property_specs'),
      value: line(MAX_FREE_TEXT, 'One of its values, or text where none are listed'),
    }),
  )
  .max(MAX_PROPERTIES)
  .describe(`At most ${MAX_PROPERTIES}, such as a size or an engraving`);
