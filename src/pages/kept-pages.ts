/** A page as it is sent. */
export interface MadePage {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly bytes: Buffer;
}

interface Kept {
  readonly parts: readonly unknown[];
  readonly page: MadePage;
}

const pages = new WeakMap<object, Kept>();

/**
 * The page of an answer that is kept (calls/steady-answers.ts), made once while the same answer is given and the other parts
 * are the same: as long as the API need not compute the answer, the page need not be written. One page for each answer.
 */
export function keptPage(answer: object, parts: readonly unknown[], make: () => MadePage): MadePage {
  const known = pages.get(answer);
  if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
    return known.page;
  const page = make();
  pages.set(answer, { parts, page });
  return page;
}
