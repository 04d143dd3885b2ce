import { colonIn, labeled } from '../texts/label.js';
import type { Block, LineEntry, Link } from './content.js';

/** Renders blocks as plain text with the same data as the HTML. */
export function renderText(blocks: readonly Block[], tag: string): string {
  return `${blocks.map((block) => blockText(block, tag)).join('\n\n')}\n`;
}

function blockText(block: Block, tag: string): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`;
    case 'paragraph':
    case 'hint':
      return block.text;
    case 'button':
      return `${block.text}${colonIn(tag)}\n${block.url}`;
    case 'lines':
      return block.lines.map((line) => lineText(line, tag)).join('\n');
    case 'amounts':
      return block.amounts.map(({ name, text }) => labeled(name, text, tag)).join('\n');
    case 'group':
      return [
        block.title,
        ...block.lines.map((one) => indented(typeof one === 'string' ? one : linkText(one, tag))),
      ].join('\n');
  }
}

function lineText({ title, details, amount }: LineEntry, tag: string): string {
  const first = amount === undefined ? title : labeled(title, amount, tag);
  return [`- ${first}`, ...details.map(indented)].join('\n');
}

/** Indents each line, so that no text with line breaks passes for a part of the mail. */
function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function linkText({ text, url }: Link, tag: string): string {
  return url.startsWith('mailto:') ? text : labeled(text, url, tag);
}
