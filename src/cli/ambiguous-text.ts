import { onOneLine } from '../domain/values/text.js';

/** Maximum entries listed when the user must choose one. */
export const LISTED = 20;

/** Message for an ambiguous choice; `total` includes entries that are not listed. */
export function ambiguousText(
  what: 'organization' | 'shop',
  found: readonly { readonly id: string; readonly name: string }[],
  total: number,
): string {
  const listed = found.slice(0, LISTED).map(({ id, name }) => `  ${id}  ${onOneLine(name)}`);
  const more = total > LISTED ? ['  …'] : [];
  return [`there are several ${what}s: name one with --${what}`, ...listed, ...more].join('\n');
}
