import { ALIASES } from '../mcp/leniency/aliases.js';
import { table } from './markdown.js';

const BEGIN = '<!-- Made by `npm run gen` from the table of aliases. Do not edit. -->';
const END = '<!-- End of what is made. -->';

/** `docs/mcp.md` with its table of other names made anew; the rest is written by hand. */
export function withOtherNames(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`docs/mcp.md lacks the lines ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${namesTable()}\n\n${page.slice(end)}`;
}

/** A row for each member, with all its names. */
function namesTable(): string {
  const names = new Map<string, string[]>();
  for (const [name, ...members] of ALIASES) {
    const taken = members.map((member) => `\`${member}\``).join(' or ');
    names.set(taken, [...(names.get(taken) ?? []), `\`${name}\``]);
  }
  return table(
    ['Sent', 'Taken for'],
    [...names].map(([taken, sent]) => [sent.join(', '), taken]),
  );
}
