import type { Operation } from '../../calls/define.js';
import { listErrorCodes } from '../../calls/error-codes.js';
import { ERRORS, type ErrorCode } from '../../domain/errors/portal-error.js';
import { KEY_SCOPES } from '../../domain/tenant/tenant.js';
import { type Html, html } from '../html.js';
import { codeBlock, jsonBlock } from './code-block.js';
import { renderCode } from './docs-layout.js';
import { curlOf, type Example, exampleCall } from './example-call.js';
import { routePart } from './groups.js';
import { headersOf, parametersPart } from './parameters.js';
import { tryPart } from './try-form.js';

/** Renders the page of an operation: input, errors, an example with its response, and a form to try it. */
export function operationPage(operation: Operation, example: Example | undefined, url: string): Html {
  const { name, title, description, http } = operation;
  return html`<h1>${title}</h1>
<p class="muted">${routePart(operation)}</p>
<p class="lead">${renderCode(description)}</p>
<dl class="facts">
<div><dt class="term">Operation</dt><dd class="told"><code>${name}</code></dd></div>
<div><dt class="term">Scope</dt><dd class="told">${scopeText(operation)}</dd></div>
<div><dt class="term">Effect</dt><dd class="told">${effectText(operation)}</dd></div>
<div><dt class="term">MCP tool</dt><dd class="told">${operation.mcp ? html`<code>${name}</code>` : 'none'}</dd></div>
</dl>
${operation.mcp && toolPart(operation, operation.mcp, example)}
<h2 id="parameters">Parameters</h2>
${parametersPart(operation)}
${http && bodyNote(http)}
${http && headersPart(operation)}
${
  http &&
  example &&
  html`<h2 id="example">Example</h2>
${codeBlock('Example request', curlOf(exampleCall(operation, example), url))}
<h3>Answer</h3>
${jsonBlock('Example answer', example.answer)}
${tryPart(operation, example)}`
}
${http ? errorsPart(operation) : html`<p>It has no route: only the page behind <code>continue_url</code> calls it, for the buyer who has that link.</p>`}`;
}

function scopeText({ scope }: Operation): Html {
  if (scope === 'buyer') return html`<code>buyer</code>, which only the buyer's link has`;
  const kinds = (['deployment', 'organization'] as const).filter((kind) =>
    KEY_SCOPES[kind].allowed.some((one) => one === scope),
  );
  return html`<code>${scope}</code>, of ${kinds.map((kind, index) => `${index > 0 ? ' and ' : ''}${kind}`)} keys`;
}

function effectText({ effect, idempotent }: Operation): string {
  if (effect === 'read') return 'reads only';
  const repeats = idempotent ? 'calling it again changes nothing more' : 'calling it again does it again';
  return `${effect === 'destructive' ? 'changes or removes what exists' : 'writes'}; ${repeats}`;
}

function toolPart(operation: Operation, mcp: NonNullable<Operation['mcp']>, example: Example | undefined): Html {
  const { name } = operation;
  return html`<h2 id="tool">As a tool</h2>
<p>${renderCode(mcp.description)}</p>
<p>The arguments are the parameters below in one flat object${
    mcp.defaultCheckout && html`; <code>checkout_id</code> may be left out, and then means the current cart`
  }.</p>
${example && jsonBlock('Example of a tool call', { name, arguments: example.args })}`;
}

/** Describes other formats of the body and of the response. */
function bodyNote({ rawBody, mergePatch, formats }: NonNullable<Operation['http']>): Html {
  return html`${mergePatch && html`<p>The body is a JSON Merge Patch (RFC 7396).</p>`}${
    rawBody &&
    html`<p>Instead of JSON the body may be the bytes themselves, as ${rawBody.types.join(', ')}; then <code>${rawBody.member}</code> is not sent.</p>`
  }${formats && html`<p>With <code>Accept</code> the answer is ${Object.keys(formats).join(' or ')} instead of JSON.</p>`}`;
}

function headersPart(operation: Operation): Html {
  const headers = headersOf(operation);
  if (headers.length === 0) return html``;
  return html`<p>Besides the key, a call may have these headers:</p>
<ul>${headers.map(({ name, text, required }) => html`<li><code>${name}</code>: ${text}${required && html` <span class="chip">required</span>`}</li>`)}</ul>`;
}

function errorsPart(operation: Operation): Html {
  const { own, shared } = listErrorCodes(operation);
  return html`<h2 id="errors">Errors</h2>
${
  own.length > 0 &&
  html`<ul class="rows">
${own.map(errorRow)}</ul>`
}
<p>As every operation${own.length > 0 && ' also'}: ${shared.map(
    (code, index) => html`${index > 0 && ', '}<a href="/docs/errors#${code}"><code class="plain">${code}</code></a>`,
  )}.</p>`;
}

function errorRow(code: ErrorCode): Html {
  const { status, when, fix } = ERRORS[code];
  return html`<li class="row"><p class="row-part"><a class="name" href="/docs/errors#${code}"><code class="plain">${code}</code></a> <span class="chip">${status}</span></p>
<p class="row-part">${renderCode(when)} ${renderCode(fix)}</p></li>
`;
}
