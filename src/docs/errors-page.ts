import type { Operation } from '../calls/define.js';
import type { ErrorRow } from '../domain/errors/error-row.js';
import { ERROR_GROUPS } from '../domain/errors/error-table.js';
import { UCP_ERRORS } from '../domain/errors/ucp-errors.js';
import { NOTE } from './markdown.js';

/** Returns the text of docs/errors.md. Each code has its own heading, so that links to `errors.md#code` work. */
export function errorsPage(operations: readonly Operation[]): string {
  const groups = Object.entries<Readonly<Record<string, ErrorRow>>>(ERROR_GROUPS);
  const sections = groups.map(([title, rows]) => {
    const entries = Object.entries(rows).map(([code, row]) => entryOf(code, row, operations));
    return [`## ${title}`, ...entries].join('\n\n');
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
  idempotency_conflict: 'From every write.',
  version_conflict: 'From every operation that accepts `If-Match`.',
  invalid_cursor: 'From every paged list.',
  checkout_not_found: 'From every operation on a checkout.',
  checkout_closed: 'From every change of a checkout.',
  order_not_found: 'From every operation on an order.',
};

function entryOf(code: string, { status, when, fix }: ErrorRow, operations: readonly Operation[]): string {
  return [`### \`${code}\``, `**${status}.** ${when}`, `Fix: ${fix}`, answeredBy(code, operations)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns a sentence on the operations that return a code, or on UCP; empty if no operation or every one does. */
function answeredBy(code: string, operations: readonly Operation[]): string {
  const names = operations.filter(({ errors }) => errors.some((one) => one === code)).map(({ name }) => `\`${name}\``);
  const sources = SOURCES[code];
  if (sources !== undefined) return sources;
  if (Object.hasOwn(UCP_ERRORS, code)) return 'Over [UCP](ucp.md).';
  return names.length === 0 || names.length === operations.length ? '' : `From ${names.join(', ')}.`;
}
