import type { Operation } from '../../calls/define.js';
import type { Group } from '../../operations/groups.js';
import { type Html, html } from '../html.js';

export function operationPath({ name }: Pick<Operation, 'name'>): string {
  return `/docs/${name}`;
}

/** Renders the side list of all groups, and the operations of the group that contains the operation `current`. */
export function asidePart(groups: readonly Group[], current?: string): Html {
  return html`<ul class="aside-list">${groups.map(
    ({ id, title, operations }) => html`<li><a class="aside-link" href="/docs#${id}">${title}</a>${
      operations.some(({ name }) => name === current) &&
      html`<ul class="aside-list aside-inner">${operations.map((one) => asideEntry(one, current))}</ul>`
    }</li>
`,
  )}</ul>`;
}

function asideEntry(operation: Operation, current: string | undefined): Html {
  const { name } = operation;
  return html`<li><a class="aside-link" href="${operationPath(operation)}"${
    name === current && html` aria-current="page"`
  }>${name}</a></li>
`;
}

/** Renders the method and path of an operation. */
export function routePart({ http }: Pick<Operation, 'http'>): Html {
  if (!http) return html`<span class="method">page</span>`;
  return html`<span class="method ${http.method}">${http.method.toUpperCase()}</span> <code>${http.path}</code>`;
}
