import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../calls/define.js';
import { SETTINGS, type Setting } from '../config.js';
import { ERRORS } from '../domain/errors/portal-error.js';
import { KEY_SCOPES, SCOPES } from '../domain/tenant/tenant.js';
import { EXAMPLES_FILE, type Examples } from '../http/examples.js';
import { openApiOf } from '../http/openapi.js';
import { toolLists } from '../mcp/tools.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { HANDLER_SETTINGS } from '../payments/handlers/index.js';
import { table } from './markdown.js';
import { withOrderStates } from './order-states.js';
import { withOtherNames } from './other-names.js';
import { recordExamples } from './record-examples.js';
import { regionTable } from './region-table.js';
import { withTestMap } from './test-map.js';

const NOTE = '<!-- Made by `npm run gen` from the code. Do not edit. -->';

/** Every generated file, by its path from the package's root. A test fails when one is stale. */
export async function generatedFiles(operations: readonly Operation[]): Promise<ReadonlyMap<string, string>> {
  return filesOf(operations, await recordExamples(operations));
}

/** The files of a registry whose examples were recorded. */
export function filesOf(operations: readonly Operation[], examples: Examples): ReadonlyMap<string, string> {
  const tools = toolLists(operations)(new Set(SCOPES));
  return new Map([
    ['docs/openapi.json', json(openApiOf(operations, examples))],
    [EXAMPLES_FILE, json(examples)],
    ['docs/tools.json', json({ tools })],
    ['docs/operations.md', operationsPage(operations)],
    ['docs/errors.md', errorsPage(operations)],
    ['docs/configuration.md', configurationPage()],
    ['docs/mcp.md', withOtherNames(readFileSync(join(PACKAGE_ROOT, 'docs', 'mcp.md'), 'utf8'))],
    ['docs/orders.md', withOrderStates(readFileSync(join(PACKAGE_ROOT, 'docs', 'orders.md'), 'utf8'))],
    ['src/domain/values/region-table.ts', regionTable()],
    ['test/README.md', withTestMap(readFileSync(join(PACKAGE_ROOT, 'test', 'README.md'), 'utf8'), operations)],
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function operationsPage(operations: readonly Operation[]): string {
  const rows = operations.map(({ name, http, mcp, scope, effect, title }) => [
    mcp ? `\`${name}\`` : '',
    http ? `\`${http.method.toUpperCase()} ${http.path}\`` : "the buyer's page",
    `\`${scope}\``,
    effect,
    title,
  ]);
  const scopes = SCOPES.map((scope) => [`\`${scope}\``, grant('deployment', scope), grant('organization', scope)]);
  return `${NOTE}

# Operations

Each is declared once. What agents need is reachable both ways: as an HTTP route, and as an MCP tool whose arguments are the path
parts, query and body in one flat object. Of what an organization manages, some are routes only; the scope \`buyer\` belongs to the page behind \`continue_url\`. \`docs/openapi.json\` and \`docs/tools.json\` have the schemas.

${table(['Tool', 'Route', 'Scope', 'Effect', 'What it does'], rows)}

## Scopes

${table(['Scope', 'Deployment key (`dk_`)', 'Organization key (`ok_`)'], scopes)}
`;
}

function grant(kind: keyof typeof KEY_SCOPES, scope: (typeof SCOPES)[number]): string {
  const { granted, allowed } = KEY_SCOPES[kind];
  return granted.includes(scope) ? 'yes' : allowed.includes(scope) ? 'on request' : 'cannot have it';
}

function errorsPage(operations: readonly Operation[]): string {
  const rows = Object.entries(ERRORS).map(([code, { status, when, fix }]) => [
    `<a id="${code}"></a>\`${code}\``,
    String(status),
    when,
    fix,
    answeredBy(code, operations),
  ]);
  return `${NOTE}

# Errors

Over HTTP an error is \`{ "error": code, "detail": sentence }\` with the status below. Over MCP it is a result with
\`isError: true\` whose text is \`{ "error", "detail", "next" }\`; only an unknown tool, a malformed request and
\`internal_error\` are JSON-RPC errors. \`detail\` names up to five problems, each with the member and what it accepts; the code is that
of the first. \`next\` says what to do in this very situation ([mcp.md](mcp.md)). When a request is wrong in several
ways, the answer is the first of: 401, 403, 429, 405/413/415, 400 (form), idempotency, 404, 412, 409, 400/402 (business).

${table(['Code', 'Status', 'When', 'What to do', 'Answered by'], rows)}
`;
}

function answeredBy(code: string, operations: readonly Operation[]): string {
  const names = operations.filter(({ errors }) => errors.some((one) => one === code)).map(({ name }) => `\`${name}\``);
  if (code === 'idempotency_conflict') return 'every write';
  return names.length === 0 || names.length === operations.length ? 'any' : names.join(', ');
}

function configurationPage(): string {
  const settings: readonly Setting[] = [...Object.values(SETTINGS), ...HANDLER_SETTINGS];
  const rows = settings.map((setting) => [
    `\`${setting.env}\``,
    setting.flag ? `\`${setting.flag}\`` : '',
    setting.fallback === undefined ? '' : `\`${setting.fallback}\``,
    setting.help,
  ]);
  return `${NOTE}

# Configuration

A flag wins over the environment, which wins over the default. A bad value ends the program with a sentence that
names it; an unknown \`PORTAL_…\` name is a warning. \`portal COMMAND --help\` lists what each command takes.

${table(['Environment', 'Flag', 'Default', 'Meaning'], rows)}
`;
}
