import type { Operation } from '../calls/define.js';
import type { ErrorRow } from '../domain/errors/error-row.js';
import { ERROR_GROUPS } from '../domain/errors/error-table.js';
import { UCP_ERRORS } from '../domain/errors/ucp-errors.js';
import { NOTE, table } from './markdown.js';

/** Returns the text of docs/errors.md. Each code has its own anchor, so that links to `errors.md#code` work. */
export function errorsPage(operations: readonly Operation[]): string {
  const groups = Object.entries<Readonly<Record<string, ErrorRow>>>(ERROR_GROUPS);
  const sections = groups.map(([title, rows]) => {
    const cells = Object.entries(rows).map(([code, row]) => cellsOf(code, row, operations));
    return `## ${title}\n\n${table(['Code', 'Status', 'When', 'What to do', 'From'], cells)}`;
  });
  return `${NOTE}

# Errors

Over HTTP an error is \`{ "error": code, "detail": sentence }\`. Over MCP it is a result with \`isError: true\` and the text
\`{ "error", "detail", "next" }\`; unknown tools, malformed requests and \`internal_error\` are JSON-RPC errors. Over UCP it
is \`{ "code", "content" }\` ([ucp.md](ucp.md)).

- Codes never change; sentences may.
- \`detail\` names up to five problems. The code is that of the first, in [this order](api.md#http).
- \`next\` says what to do now ([mcp.md](mcp.md#errors)).

${sections.join('\n\n')}
`;
}

/** Texts that replace long lists of operations. */
const SOURCES: Readonly<Record<string, string | undefined>> = {
  idempotency_conflict: 'every write',
  version_conflict: 'every operation that accepts `If-Match`',
  invalid_cursor: 'every paged list',
  checkout_not_found: 'every operation on a checkout',
  checkout_closed: 'every change of a checkout',
  order_not_found: 'every operation on an order',
};

function cellsOf(code: string, { status, when, fix }: ErrorRow, operations: readonly Operation[]): readonly string[] {
  return [`<a id="${code}"></a>\`${code}\``, `${status}`, when, fix, answeredBy(code, operations)];
}

/** Returns the operations that return a code, or UCP; empty if no operation or every one does. */
function answeredBy(code: string, operations: readonly Operation[]): string {
  const names = operations.filter(({ errors }) => errors.some((one) => one === code)).map(({ name }) => `\`${name}\``);
  const sources = SOURCES[code];
  if (sources !== undefined) return sources;
  if (Object.hasOwn(UCP_ERRORS, code)) return '[UCP](ucp.md)';
  return names.length === 0 || names.length === operations.length ? '' : names.join(', ');
}
