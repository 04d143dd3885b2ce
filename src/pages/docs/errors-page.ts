import type { Operation } from '../../calls/define.js';
import { ERRORS } from '../../domain/errors/portal-error.js';
import { type Html, html } from '../html.js';
import { renderCode } from './docs-layout.js';
import { operationPath } from './groups.js';

/** Renders `/docs/errors`: every code with status, cause and fix. */
export function errorsPage(operations: readonly Operation[]): Html {
  return html`<h1>Errors</h1>
<p class="lead">Over HTTP an error is <code>{ "error": code, "detail": sentence }</code> with the status below. A tool answers a result with <code>isError</code>, whose text also has <code>next</code>: what to do in this very situation.</p>
${Object.entries(ERRORS).map(
  ([code, { status, when, fix }]) => html`<section class="error" id="${code}" aria-labelledby="${code}-name">
<h2 class="error-title" id="${code}-name"><code class="plain">${code}</code> <span class="chip">${status}</span></h2>
<p>${renderCode(when)} ${renderCode(fix)}</p>
${answeredBy(code, operations)}</section>
`,
)}`;
}

function answeredBy(code: string, operations: readonly Operation[]): Html {
  const own = operations.filter(({ errors }) => errors.some((one) => one === code));
  if (own.length === 0) return html``;
  return html`<p class="by">Answered by ${own.map(
    (one, index) => html`${index > 0 && ', '}<a href="${operationPath(one)}">${one.name}</a>`,
  )}</p>
`;
}
