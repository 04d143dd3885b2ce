/** ASCII that the tokenizer of `item_token` does not keep within a token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end a token, or a query
const PARTING = /[\u0000-\u007f](?<![A-Za-z0-9\-_.:=@])/g;

/** A token as the index of all shops has it: the shop's id comes first, so that no search reads another shop's entries. */
export function tokenText(shopId: string, token: string): string {
  return `${shopId}:${token.replace(PARTING, '_')}`;
}

/** The same in a query; no character of it is an operator of FTS5. */
export function quotedToken(shopId: string, token: string): string {
  return `"${tokenText(shopId, token)}"`;
}
