/** ASCII that the tokenizer of `item_token` does not keep within a token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a token, or a query
const SEPARATORS = /[\u0000-\u007f](?<![A-Za-z0-9\-_.:=@])/g;

/**
 * A token in the index of all shops. The shop's id comes first, so that no search reads another shop's entries.
 * SQLite's tokenizer would split at most ASCII characters.
 */
export function sqliteToken(shopId: string, token: string): string {
  return `${shopId}:${token.replace(SEPARATORS, '_')}`;
}

/** Like `sqliteToken`; PostgreSQL texts cannot contain NUL. */
export function postgresToken(shopId: string, token: string): string {
  return `${shopId}:${token.replaceAll('\u0000', '_')}`;
}
