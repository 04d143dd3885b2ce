import { LastPer } from '../domain/values/last-per.js';

/** A rendered page. */
export interface RenderedPage {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly bytes: Buffer;
}

const pages = new LastPer<object, RenderedPage>(({ bytes }) => bytes.length);

/**
 * Returns the page of a row or cached response (calls/steady-answers.ts). It is rendered once while that object and the
 * other parts stay the same, so a page is as current as the API. The cache holds one page per object.
 */
export async function cachedPage(
  of: object,
  parts: readonly unknown[],
  make: () => RenderedPage | Promise<RenderedPage>,
): Promise<RenderedPage> {
  const known = pages.find(of, parts);
  if (known) return known.made;
  const page = await make();
  pages.keep(of, parts, page);
  return page;
}
