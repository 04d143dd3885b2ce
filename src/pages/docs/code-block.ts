import { Html, html } from '../html.js';

/** Renders labeled text to read and copy. It is focusable, since it may scroll horizontally. */
export function codeBlock(label: string, code: Html | string): Html {
  return html`<div class="block"><p class="caption">${label}</p>
<pre class="code" tabindex="0" role="region" aria-label="${label}">${code}</pre></div>`;
}

/** Renders indented JSON with highlighted names and values. */
export function jsonBlock(label: string, value: unknown): Html {
  return codeBlock(label, coloredJson(value, ''));
}

const STEP = '  ';

function coloredJson(value: unknown, indent: string): Html {
  const inner = indent + STEP;
  if (Array.isArray(value)) {
    if (value.length === 0) return html`[]`;
    return html`[\n${separated(value.map((one) => html`${inner}${coloredJson(one, inner)}`))}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return html`{}`;
    const lines = members.map(
      ([name, member]) => html`${inner}<span class="n">${JSON.stringify(name)}</span>: ${coloredJson(member, inner)}`,
    );
    return html`{\n${separated(lines)}\n${indent}}`;
  }
  const text = JSON.stringify(value);
  return typeof value === 'string' ? html`<span class="s">${text}</span>` : html`<span class="v">${text}</span>`;
}

function separated(lines: readonly Html[]): Html {
  return new Html(lines.map(({ text }) => text).join(',\n'));
}
