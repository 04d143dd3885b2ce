/** A rendered page. */
export interface RenderedPage {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly bytes: Buffer;
}

interface Kept {
  readonly parts: readonly unknown[];
  readonly page: RenderedPage;
}

const pages = new WeakMap<object, Kept>();

/**
 * Returns the page of a row or cached response (calls/steady-answers.ts). It is rendered once while that object and the
 * other parts stay the same, so a page is as current as the API. The cache holds one page per object.
 */
export async function cachedPage(
  of: object,
  parts: readonly unknown[],
  make: () => RenderedPage | Promise<RenderedPage>,
): Promise<RenderedPage> {
  const known = pages.get(of);
  if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
    return known.page;
  const page = await make();
  pages.set(of, { parts, page });
  return page;
}
