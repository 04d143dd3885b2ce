import type { Block, LineEntry } from './content.js';

/** Renders blocks as plain text with the same data as the HTML. */
export function renderText(blocks: readonly Block[]): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`;
    case 'paragraph':
    case 'hint':
      return block.text;
    case 'button':
      return `${block.text}:\n${block.url}`;
    case 'lines':
      return block.lines.map(lineText).join('\n');
    case 'amounts':
      return block.amounts.map(({ name, text }) => `${name}: ${text}`).join('\n');
    case 'group':
      return [block.title, ...block.lines.map((one) => `  ${typeof one === 'string' ? one : linkText(one)}`)].join(
        '\n',
      );
  }
}

function lineText({ title, details, amount }: LineEntry): string {
  return [`- ${title}${amount === undefined ? '' : `: ${amount}`}`, ...details.map((one) => `  ${one}`)].join('\n');
}

function linkText({ text, url }: { readonly text: string; readonly url: string }): string {
  return url.startsWith('mailto:') ? text : `${text}: ${url}`;
}
