import { ALIASES } from '../mcp/leniency/aliases.js';
import { definitions } from './markdown.js';

const BEGIN = '<!-- Made by `npm run gen` from the table of aliases. Do not edit. -->';
const END = '<!-- End of what is made. -->';

/** Regenerates the list of other names in `docs/dev/mcp.md`; the rest is written by hand. */
export function withOtherNames(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`docs/dev/mcp.md lacks the lines ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${namesList()}\n\n${page.slice(end)}`;
}

/** Lists each member with all other names that are accepted for it. */
function namesList(): string {
  const names = new Map<string, string[]>();
  for (const [name, ...members] of ALIASES) {
    const taken = members.map((member) => `\`${member}\``).join(' or ');
    names.set(taken, [...(names.get(taken) ?? []), `\`${name}\``]);
  }
  return definitions([...names].map(([taken, sent]) => [taken, sent.join(', ')]));
}
