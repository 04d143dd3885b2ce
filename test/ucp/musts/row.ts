/**
 * A requirement for a business, with its check: a rule for every response (`RULES`), a test by its file and title, or
 * the words of docs/ucp.md that explain why the feature is not served. Sections follow the protocol's overview: 1 is
 * resources, 2 is calls.
 */
export type Row = readonly [section: string, must: string, held: Held];

export type Held =
  | { readonly rule: true }
  | { readonly test: readonly [file: string, title: string] }
  | { readonly notServed: string };

/** The requirement's text is the name of a rule. */
export const RULE: Held = { rule: true };

export const test = (file: string, title: string): Held => ({ test: [file, title] });

/** `words` must be in docs/ucp.md, under Features not served. */
export const notServed = (words: string): Held => ({ notServed: words });
