import { decodeHTML } from 'entities';
import { expect } from 'vitest';
import type { RenderedMail } from '../../src/mail/render-blocks.js';

/** Returns the text of an HTML mail as a reader sees it, and the addresses of its links. */
export function shownTexts(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);
  return decodeHTML(
    [body.replaceAll(/<br>|<\/(?:p|td|h1|h2|a|span)>/g, '\n').replaceAll(/<[^>]*>/g, ''), ...links].join('\n'),
  );
}

/** Expects that the HTML shows each text of the text part. */
export function expectSameTexts({ html, text }: Pick<RenderedMail, 'html' | 'text'>): void {
  const shown = shownTexts(html);
  for (const line of text.split('\n').filter((one) => !/^=*$/.test(one)))
    for (const part of line.replace(/^[- ]+/, '').split(/ ?: /)) expect(shown).toContain(part.replace(/ ?:$/, ''));
}
