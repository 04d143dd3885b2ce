export type Scalar = string | number | null | Uint8Array;

/**
 * A parameter of a statement. A list is bound as JSON on SQLite, and as an array on PostgreSQL; the dialects' `anyOf`
 * reads both. PostgreSQL rejects texts with NUL.
 */
export type Value = Scalar | readonly Scalar[];

/** Search tokens of a shop; an item matches if it has any of them. Each engine binds them in the form of its index. */
export class TokenGroup {
  readonly shopId: string;
  readonly tokens: readonly string[];

  constructor(shopId: string, tokens: readonly string[]) {
    this.shopId = shopId;
    this.tokens = tokens;
  }
}

/** Values of a statement's placeholders, by name. */
export type Values = Readonly<Record<string, Value | TokenGroup | undefined>>;
