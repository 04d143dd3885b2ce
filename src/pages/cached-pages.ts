/** A page as it is sent. */
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
 * The page of a row, or of an answer that is kept (calls/steady-answers.ts). It is made once while that is the same object and
 * the other parts are the same, so a page is as new as what the API answers. One page for each object.
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
