/**
 * The URL that a text is, or undefined. `URL.canParse` is not used: once optimized, that of Node 20 refuses URLs with characters
 * beyond ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
