/**
 * Parses a URL; `undefined` if the text is not one. `URL.canParse` is not used because Node 20's optimized version
 * rejects URLs with non-ASCII characters.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Returns the host of a URL; an IPv6 address is without brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
