import type { Operation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { type Html, html } from '../html.js';
import { asText, type Example, exampleCall } from './example-call.js';
import { headersOf, parametersOf } from './parameters.js';

/**
 * Renders a form that calls the operation from the page, filled in with the example. The script displays and submits it
 * (views/docs/try.ts). Without the script, the page shows the shell command.
 */
export function tryPart(operation: Operation, example: Example): Html {
  const { method, path, query = [], parts = {} } = required(operation.http, 'route');
  const { body } = exampleCall(operation, example);
  const rows = new Map(parametersOf(operation).map((row) => [row.name, row]));
  const field = (kind: 'path' | 'query', name: string, member: string) =>
    fieldPart(`${kind}.${name}`, name, {
      value: asText(example.args[member]),
      needed: kind === 'path' || (rows.get(member)?.required ?? false),
    });
  return html`<section class="try" aria-labelledby="try" data-try hidden>
<h2 id="try">Try it</h2>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-scope="${operation.scope}">
<p class="field"><label class="label" for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint" required>
<small id="key-hint">Needs the scope <code>${operation.scope}</code>. It stays in this tab and goes to this portal only.</small></p>
${Object.entries(parts).map(([part, member]) => field('path', part, member))}${query.map((member) => field('query', member, member))}${headersOf(
  operation,
).map(({ name, required = false }) => fieldPart(`header.${name}`, name, { value: '', needed: required }))}${
  body !== undefined &&
  html`<p class="field"><label class="label" for="body">Body</label>
<textarea id="body" name="body" rows="${Math.min(18, lines(body))}" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></p>
`
}<p><button type="submit"${operation.effect === 'destructive' && html` class="danger"`}>Send</button>${
    operation.effect !== 'read' && html` <small>It changes what the key can reach.</small>`
  }</p>
</form>
<div data-answer role="status"></div>
</section>`;
}

function lines(body: object): number {
  return JSON.stringify(body, null, 2).split('\n').length + 1;
}

function fieldPart(
  name: string,
  label: string,
  { value, needed }: { readonly value: string; readonly needed: boolean },
) {
  return html`<p class="field"><label class="label" for="${name}"><code class="plain">${label}</code>${needed && html` <span class="chip">required</span>`}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"${needed && html` required`}></p>
`;
}
