import type { Operation } from '../../calls/define.js';
import { bodyMembers } from '../../calls/error-codes.js';
import { requiredMembers, toPropertySchemas } from '../../calls/json-schema.js';
import { type Html, html } from '../html.js';
import { renderCode } from './docs-layout.js';
import { type SchemaRow, schemaRows } from './schema-rows.js';

/** An input member with its location in the HTTP request. */
export interface Parameter extends SchemaRow {
  readonly place: 'path' | 'query' | 'body';
  /** Name in the path, if it differs from the member's. */
  readonly inPath?: string;
}

/** Lists the input members of an operation by location, each followed by its nested members. */
export function parametersOf({ input, http }: Operation): readonly Parameter[] {
  const properties = toPropertySchemas(input);
  const needed = requiredMembers(input);
  const rows = (member: string) => schemaRows(member, properties[member] ?? {}, needed.has(member));
  const body = http ? bodyMembers({ input, http }) : Object.keys(properties);
  return [
    ...Object.entries(http?.parts ?? {}).flatMap(([part, member]) =>
      rows(member).map((row) => ({ ...row, required: true, place: 'path' as const, inPath: part })),
    ),
    ...(http?.query ?? []).flatMap((member) => rows(member).map((row) => ({ ...row, place: 'query' as const }))),
    ...body.flatMap((member) => rows(member).map((row) => ({ ...row, place: 'body' as const }))),
  ];
}

/** A header of the HTTP request, in addition to the key. */
interface Header {
  readonly name: string;
  readonly text: string;
  readonly required?: boolean;
}

/** Lists the headers accepted in addition to the key. */
export function headersOf({ effect, errors, scope, needsKey }: Operation): readonly Header[] {
  return [
    ...(scope === 'commerce' || scope === 'fulfillment'
      ? [{ name: 'x-buyer-id', text: 'The buyer that the call acts for' }]
      : []),
    ...(effect === 'read'
      ? []
      : [{ name: 'Idempotency-Key', text: 'Makes a repeat safe for 48 hours', required: needsKey === true }]),
    ...(errors.includes('version_conflict')
      ? [{ name: 'If-Match', text: 'ETag that the stored version must have' }]
      : []),
  ];
}

export function parametersPart(operation: Operation): Html {
  const parameters = parametersOf(operation);
  if (parameters.length === 0) return html`<p>It takes no parameters.</p>`;
  return html`<ul class="rows">
${parameters.map(parameterRow)}</ul>`;
}

function parameterRow({ name, place, inPath, type, required, description, limits }: Parameter): Html {
  const where = inPath !== undefined && inPath !== name ? `${place} {${inPath}}` : place;
  return html`<li class="row"><p class="row-part"><code class="name">${name}</code> <span class="muted">${type}, in the ${where}</span>${
    required && html` <span class="chip">required</span>`
  }</p>
${(description !== undefined || limits !== '') && html`<p class="row-part">${description !== undefined && renderCode(description)}${limits !== '' && html` <small>${limits}</small>`}</p>`}</li>
`;
}
