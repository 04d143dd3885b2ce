import { z } from 'zod';
import { readAs } from './read.js';
import { ignoreNull } from './request-forms.js';

/** Unit code for one piece (UN/CEFACT Rec 20). */
const PIECE = 'C62';

const unit = z.object({ unit: z.string().min(1).max(50), scale: ignoreNull(z.int().min(0).max(15)) });

const form = z.object({ line_items: z.array(z.object({ item: z.object({ quantity_unit: ignoreNull(unit) }) })) });

/**
 * Returns the indices of lines whose quantity is not in pieces (UCP 2026-08-25, Quantities and Units).
 * @throws PortalError `invalid_request`
 */
export function findUnsupportedUnits(body: unknown): readonly number[] {
  return readAs(form, body).line_items.flatMap(({ item: { quantity_unit: sent } }, index) =>
    sent === undefined || (sent.unit === PIECE && (sent.scale ?? 0) === 0) ? [] : [index],
  );
}
