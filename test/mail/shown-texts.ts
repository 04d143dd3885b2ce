import { decodeHTML } from 'entities';

/** Returns the text of an HTML mail as a reader sees it, and the addresses of its links. */
export function shownTexts(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);
  return decodeHTML(
    [body.replaceAll(/<br>|<\/(?:p|td|h1|h2|a|span)>/g, '\n').replaceAll(/<[^>]*>/g, ''), ...links].join('\n'),
  );
}
