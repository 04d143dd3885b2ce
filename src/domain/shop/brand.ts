import type { PostalAddress } from '../values/address.js';
import { contrast, darkColor, makeReadable } from '../values/color.js';

/** The merchant's legal identity, as shown on pages and printed orders. */
export interface Imprint {
  readonly name?: string;
  readonly address?: PostalAddress;
  /** Tax number as printed on invoices, such as a VAT number. */
  readonly tax_number?: string;
}

/** The shop's appearance and contact details. Defaults are derived from its name. */
export interface Brand {
  /** Defaults to the shop's name. */
  readonly name?: string;
  /** Path of an image on the portal, `/media/…`. */
  readonly logo?: string;
  /** `#rrggbb`. */
  readonly accent_color?: string;
  readonly support_email?: string;
  readonly support_phone?: string;
  readonly imprint?: Imprint;
}

/** Id of the portal's payment handler for invoices. */
export const INVOICE_HANDLER = 'invoice';

/** Terms for buyers who pay by invoice. */
export interface InvoiceTerms {
  /** Days from the order to the due date. */
  readonly due_days: number;
  /** Payment instructions, such as the bank account. */
  readonly instructions?: string;
}

/** Minimum contrast for the parts of a control (WCAG 2.2, 1.4.11). */
const EDGE_CONTRAST = 3;

const WHITE = '#ffffff';
const BLACK = '#000000';
/** Panel color of each color scheme. Text that is readable on a panel has even more contrast on the page around it. */
export const LIGHT_PANEL = '#f5f6f7';
export const DARK_PANEL = '#1f2225';

/** The shop's accent color on pages. Surfaces and buttons use it unchanged. */
export interface Accent {
  readonly fill: string;
  /** Black or white, for text on `fill`. */
  readonly text: string;
  readonly light: Shades;
  readonly dark: Shades;
}

/** Shades of the accent color for one color scheme. */
interface Shades {
  /** Color of links: the accent color, darkened or lightened until it is readable on the page and its panels. */
  readonly link: string;
  /** Border of buttons, which must stand out from the page even if the fill color does not. */
  readonly edge: string;
}

/** Derives the shades of a shop's color. A shop without a color gets one derived from its name. */
export function accentOf(name: string, brand: Brand | undefined): Accent {
  const fill = brand?.accent_color ?? darkColor(hueOf(name));
  return {
    fill,
    text: textColorOn(fill),
    light: shadesOn(LIGHT_PANEL, fill, BLACK),
    dark: shadesOn(DARK_PANEL, fill, WHITE),
  };
}

/** Chooses black or white, whichever has more contrast with the color. */
export function textColorOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

function shadesOn(panel: string, fill: string, towards: string): Shades {
  const link = makeReadable(fill, panel, towards);
  return { link, edge: contrast(fill, panel) >= EDGE_CONTRAST ? fill : link };
}

/** First letter or digit of a name, in upper case. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en').slice(0, 2) ?? '·';
}

function hueOf(name: string): number {
  return [...name].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 3600, 7) / 10;
}
