import type { Operation } from '../../calls/define.js';
import { pluralize } from '../../domain/values/pluralize.js';
import { type Group, groupsOf } from '../../operations/groups.js';
import type { PaymentHandler } from '../../ports.js';
import { type Html, html } from '../html.js';
import { codeBlock } from './code-block.js';
import { renderCode } from './docs-layout.js';
import { operationPath, routePart } from './groups.js';

/** Renders `/docs`: how to call operations, the operations by subject, and the payment handlers. */
export function contentsPage(operations: readonly Operation[], handlers: readonly PaymentHandler[], url: string): Html {
  const groups = groupsOf(operations);
  return html`<h1>API</h1>
<p class="lead">${countText(operations)}</p>
<div class="cards">
<section class="card" aria-labelledby="call"><h2 class="card-title" id="call">Call it</h2>
<p>Send a key in <code>x-api-key</code>. Amounts are integers of minor units: <code>1999</code> is 19.99.</p>
${codeBlock('First call', `curl '${url}/api/commerce/items?query=mug' \\\n  -H "x-api-key: $KEY"`)}</section>
<section class="card" aria-labelledby="rules"><h2 class="card-title" id="rules">Rules for all</h2>
<ul class="card-list">
<li>A write with an <code>Idempotency-Key</code> can be repeated safely.</li>
<li>Lists answer <code>pagination.cursor</code> while there is more; pass it as <code>cursor</code>.</li>
<li>An <a href="/docs/errors">error</a> has a code that stays, and a sentence that names the field and the fix.</li>
<li>Agents use the <a href="/docs/mcp">MCP entry</a>; the rest is <a href="/openapi.json">OpenAPI 3.1</a>.</li>
</ul></section>
</div>
<h2 id="operations">Operations</h2>
<form class="search" role="search" action="/docs" data-search hidden>
<label class="label" for="q">Search</label>
<input id="q" name="q" type="search" autocomplete="off" spellcheck="false" placeholder="refund, stock, list_orders …">
<p class="found" role="status" data-found></p>
</form>
${groups.map(groupPart)}
<section data-handlers>
<h2 id="payment">Payment handlers</h2>
<p>A checkout lists the shop's handlers in <code>payment.handlers</code>, with the schemas of their configs and instruments.</p>
<ul class="rows">${handlers.map(handlerPart)}</ul>
</section>`;
}

function countText(operations: readonly Operation[]): string {
  const tools = operations.filter(({ mcp }) => mcp).length;
  const pageOnly = operations.filter(({ http }) => !http);
  const onPage =
    pageOnly.length === 0 ? '' : ` ${pluralize(pageOnly.length, 'operation')} can only be called on the buyer's page.`;
  const routes = operations.length - pageOnly.length;
  return `${pluralize(routes, 'operation')} over HTTP. ${tools} of them are MCP tools too, of the same name; the other ${routes - tools} are routes only.${onPage}`;
}

function groupPart({ id, title, operations }: Group): Html {
  return html`<section data-group aria-labelledby="${id}"><h3 id="${id}">${title}</h3>
<ul class="rows">${operations.map(operationPart)}</ul></section>
`;
}

/**
 * Renders an operation. `data-words` contains the error codes too, so that the search finds the operation by a code.
 */
function operationPart(operation: Operation): Html {
  const { name, title, description, scope, errors, mcp } = operation;
  return html`<li class="row" data-words="${[scope, ...errors].join(' ')}"><a class="entry" href="${operationPath(operation)}"><strong>${title}</strong> <code class="plain">${name}</code></a>${
    mcp && html` <span class="chip">tool</span>`
  }<br>
<span>${routePart(operation)}</span><br><small>${renderCode(description)}</small></li>
`;
}

function handlerPart({ description, needsInstrument, demoOnly }: PaymentHandler): Html {
  const { id, name, instrument_schemas } = description;
  const schemas = instrument_schemas.map((path) => html` (<a href="${path}">schema of ${id}</a>)`);
  const instrument = needsInstrument ? html`Needs an instrument with a credential${schemas}.` : 'Needs no instrument.';
  return html`<li class="row"><strong>${name}</strong> <code>${id}</code><br><small>${instrument}${demoOnly && ' For demo shops only.'}</small></li>
`;
}
