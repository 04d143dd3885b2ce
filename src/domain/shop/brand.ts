import type { PostalAddress } from '../values/address.js';
import { contrast, darkColor, isColor, makeReadable, TEXT_CONTRAST } from '../values/color.js';

/** The merchant's legal identity, shown on pages and printed orders. */
export interface Imprint {
  readonly name?: string;
  readonly address?: PostalAddress;
  /** Tax number as printed on invoices, such as a VAT number. */
  readonly tax_number?: string;
}

/** The shop's look and contact details; defaults are derived from its name. */
export interface Brand {
  /** Defaults to the shop's name. */
  readonly name?: string;
  /** Path of a picture on the portal, `/media/…`. */
  readonly logo?: string;
  /** `#rrggbb`, readable on white. */
  readonly accent_color?: string;
  readonly support_email?: string;
  readonly support_phone?: string;
  readonly imprint?: Imprint;
}

/** The id of the portal's handler for invoices. */
export const INVOICE_HANDLER = 'invoice';

/** Terms for buyers who pay by invoice. */
export interface InvoiceTerms {
  /** Days from the order to the due date. */
  readonly due_days: number;
  /** Payment instructions, such as the bank account. */
  readonly instructions?: string;
}

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The darkest background of the pages' dark scheme. */
export const DARK_PAGE = '#16181a';

/** Reason why a shop cannot use the color; `undefined` if it can. */
export function accentProblem(color: string): string | undefined {
  if (!isColor(color)) return 'must be a color such as "#0b6b53"';
  if (contrast(color, WHITE) >= TEXT_CONTRAST) return undefined;
  const ratio = (Math.floor(contrast(color, WHITE) * 10) / 10).toFixed(1);
  return `has a contrast of ${ratio}:1 on white, and text needs ${TEXT_CONTRAST}:1 (WCAG 2.2, 1.4.3); "${makeReadable(color, WHITE, BLACK)}" has it`;
}

/** The accent color on light and on dark pages. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** A shop without a color gets one derived from its name. */
export function accentOf(name: string, brand: Brand | undefined): Accent {
  const light = makeReadable(brand?.accent_color ?? darkColor(hueOf(name)), WHITE, BLACK);
  return { light, dark: makeReadable(light, DARK_PAGE, WHITE) };
}

/** The first letter or digit of a name, in upper case. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en').slice(0, 2) ?? '·';
}

function hueOf(name: string): number {
  return [...name].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 3600, 7) / 10;
}
