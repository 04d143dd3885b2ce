import type { Operation } from '../calls/define.js';
import type { ErrorRow } from '../domain/errors/error-row.js';
import { ERROR_GROUPS } from '../domain/errors/error-table.js';
import { UCP_ERRORS } from '../domain/errors/ucp-errors.js';
import { NOTE } from './markdown.js';

/** docs/errors.md: a heading for each code, so that it can be linked to as `errors.md#code`. */
export function errorsPage(operations: readonly Operation[]): string {
  const groups = Object.entries<Readonly<Record<string, ErrorRow>>>(ERROR_GROUPS);
  const contents = groups.map(([title, rows]) => `- **${title}**: ${Object.keys(rows).map(linked).join(', ')}`);
  const sections = groups.map(([title, rows]) => {
    const entries = Object.entries(rows).map(([code, row]) => entryOf(code, row, operations));
    return [`## ${title}`, ...entries].join('\n\n');
  });
  return `${NOTE}

# Errors

Over HTTP an error is \`{ "error": code, "detail": sentence }\` with the status that stands beside the code here. Over MCP it is a result with
\`isError: true\` whose text is \`{ "error", "detail", "next" }\`; only an unknown tool, a malformed request and
\`internal_error\` are JSON-RPC errors. Over UCP it is \`{ "code", "content" }\` ([ucp.md](ucp.md)).

- The code stays the same in later versions; the sentence may change.
- \`detail\` names up to five problems, each with the member and what it accepts. The code is that of the first.
- \`next\` says what to do in this very situation ([mcp.md](mcp.md#refusals)).
- When a request is wrong in several ways, the answer is the first of: 401, 403, 429, 405/413/415, 400 (form), idempotency, 404, 412, 409, 400/402 (business).

${contents.join('\n')}

${sections.join('\n\n')}
`;
}

function linked(code: string): string {
  return `[\`${code}\`](#${code})`;
}

function entryOf(code: string, { status, when, fix }: ErrorRow, operations: readonly Operation[]): string {
  return [`### \`${code}\``, `**${status}.** ${when}`, `What to do: ${fix}`, answeredBy(code, operations)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Empty for a code that any operation may answer. */
function answeredBy(code: string, operations: readonly Operation[]): string {
  const names = operations.filter(({ errors }) => errors.some((one) => one === code)).map(({ name }) => `\`${name}\``);
  if (code === 'idempotency_conflict') return 'Answered by every write.';
  if (Object.hasOwn(UCP_ERRORS, code)) return 'Answered over [UCP](ucp.md).';
  return names.length === 0 || names.length === operations.length ? '' : `Answered by ${names.join(', ')}.`;
}
