import { onOneLine } from '../domain/values/text.js';

/** At most so many are listed when one has to be named. */
export const LISTED = 20;

/** What a command says when it cannot know which one is meant; `total` counts those that are not given too. */
export function severalText(
  what: 'organization' | 'shop',
  found: readonly { readonly id: string; readonly name: string }[],
  total: number,
): string {
  const listed = found.slice(0, LISTED).map(({ id, name }) => `  ${id}  ${onOneLine(name)}`);
  const more = total > LISTED ? ['  …'] : [];
  return [`there are several ${what}s: name one with --${what}`, ...listed, ...more].join('\n');
}
