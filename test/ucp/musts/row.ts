/**
 * What a business must, in our own words, with what holds the portal to it: a rule that every answer is held against (`RULES`), a test
 * by its file and title, or the words of docs/ucp.md that say why it is not served. The section is that of the overview by which the
 * protocol was read: 1 is the resources, 2 the calls.
 */
export type Row = readonly [section: string, must: string, held: Held];

export type Held =
  | { readonly rule: true }
  | { readonly test: readonly [file: string, title: string] }
  | { readonly notServed: string };

/** `must` is the name of a rule. */
export const RULE: Held = { rule: true };

export const test = (file: string, title: string): Held => ({ test: [file, title] });

/** `words`: in docs/ucp.md, under What is not served. */
export const notServed = (words: string): Held => ({ notServed: words });
