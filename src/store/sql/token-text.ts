/** ASCII that the tokenizer of `item_token` does not keep within a token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a token, or a query
const SEPARATORS = /[\u0000-\u007f](?<![A-Za-z0-9\-_.:=@])/g;

/**
 * A token in the index of all shops: the shop's id comes first, so that no search reads another shop's entries. SQLite's
 * tokenizer would split it at most characters of ASCII.
 */
export function sqliteToken(shopId: string, token: string): string {
  return `${shopId}:${token.replace(SEPARATORS, '_')}`;
}

/** The same on PostgreSQL, whose texts have no NUL. */
export function postgresToken(shopId: string, token: string): string {
  return `${shopId}:${token.replaceAll('\u0000', '_')}`;
}
