import { z } from 'zod';
import { isColor } from '../domain/values/color.js';
import { name, placeAddress } from './place.js';
import { codeText, text } from './primitives.js';

/** The shop's appearance to its buyers. */
export const brand = z.strictObject({
  name: text(80, 'At most 80 characters').exactOptional(),
  logo: z
    .string()
    .regex(/^\/media\/[\w-]{1,105}\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
      error: 'must be the path of a picture of the portal, such as "/media/{shop_id}/logo.png"',
    })
    .exactOptional(),
  accent_color: codeText('must be a color such as "#0b6b53"', isColor).exactOptional(),
  support_email: z.email().max(254).exactOptional(),
  support_phone: text(50, 'Phone number').exactOptional(),
  imprint: z
    .strictObject({
      name: name.exactOptional(),
      address: placeAddress.exactOptional(),
      tax_number: text(50, 'Tax number').exactOptional(),
    })
    .exactOptional(),
});

/** Terms for buyers who pay by invoice. */
export const invoiceTerms = z.strictObject({
  due_days: z.int().min(0).max(365),
  instructions: text(1000, 'How to pay').exactOptional(),
});
