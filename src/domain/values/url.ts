/**
 * Whether a text is an absolute URL. `URL.canParse` would do, but once Node 20 has optimized it, it refuses every URL with a
 * letter from U+0080 to U+00FF, such as "münchen".
 */
export function isUrl(text: string): boolean {
  try {
    return new URL(text) instanceof URL;
  } catch {
    return false;
  }
}
