export type Scalar = string | number | null | Uint8Array;

/**
 * A parameter of a statement. A list is bound as JSON on SQLite, and as an array on PostgreSQL; the dialects' `anyOf` reads
 * both. PostgreSQL rejects a text with the character NUL.
 */
export type Value = Scalar | readonly Scalar[];

/** Search tokens of a shop, of which an item must have one; each engine binds them in the form of its index. */
export class TokenGroup {
  readonly shopId: string;
  readonly tokens: readonly string[];

  constructor(shopId: string, tokens: readonly string[]) {
    this.shopId = shopId;
    this.tokens = tokens;
  }
}

/** The values of a statement's placeholders, by their names. */
export type Values = Readonly<Record<string, Value | TokenGroup | undefined>>;
