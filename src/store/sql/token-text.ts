/** ASCII characters at which the tokenizer of `item_token` ends a token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a token, or a query
const SEPARATORS = /[\u0000-\u007f](?<![A-Za-z0-9\-_.:=@])/g;

/**
 * Returns the form of a token in the index shared by all shops. The shop's id comes first, so that no search reads
 * another shop's entries. Replaces ASCII characters at which SQLite's tokenizer would split the token.
 */
export function sqliteToken(shopId: string, token: string): string {
  return `${shopId}:${token.replace(SEPARATORS, '_')}`;
}

/** Like `sqliteToken`, but replaces only NUL, which PostgreSQL texts cannot contain. */
export function postgresToken(shopId: string, token: string): string {
  return `${shopId}:${token.replaceAll('\u0000', '_')}`;
}
