import { escapeHtml } from '../domain/values/escape-html.js';

/** Safe HTML: built by `html`, or constant text of the portal. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Builds HTML. Values are escaped unless they are `Html`; undefined and false render as nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += render(part) + strings[index + 1];
  return new Html(text);
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(render).join('');
}
