import type { Operation } from '../calls/define.js';
import { isInRole, ROLES, type Role } from '../domain/tenant/roles.js';
import { KEY_SCOPES, SCOPES } from '../domain/tenant/tenant.js';
import { groupsOf } from '../operations/groups.js';
import { NOTE, table } from './markdown.js';

const HEAD = ['Operation', 'Route', 'Scope', 'Tool'];
const ROLE_NAMES = Object.keys(ROLES).filter((name): name is Role => name in ROLES);

/** Returns the text of docs/operations.md: a table of operations for each kind of object, and the scopes of keys. */
export function operationsPage(operations: readonly Operation[]): string {
  const sections = groupsOf(operations).map(
    (group) => `## ${group.title}\n\n${table(HEAD, group.operations.map(rowOf))}`,
  );
  const scopes = SCOPES.map((scope) => [`\`${scope}\``, grant('deployment', scope), grant('organization', scope)]);
  const roles = KEY_SCOPES.organization.allowed.map((scope) => [
    `\`${scope}\``,
    ...ROLE_NAMES.map((role) => (isInRole(role, scope) ? 'yes' : '')),
  ]);
  return `${NOTE}

# Operations

An operation is an HTTP route. With \`yes\` under Tool it is also an MCP tool of the same name, whose arguments are path
parts, query and body in one flat object. Those of the scope \`buyer\` belong to the page behind \`continue_url\`.

[openapi.json](openapi.json) and [tools.json](tools.json) have the schemas. \`/docs\` of a running portal has parameters,
errors and an example of each operation. Any operation can return [the errors of any request](errors.md#any-request).

${sections.join('\n\n')}

## Scopes

${table(['Scope', 'Deployment key (`dk_`)', 'Organization key (`ok_`)'], scopes)}

\`shops\` includes \`items\`.

## Roles

\`portal keys create --organization ORG --role ROLE\` creates a key with the scopes of a role:

${table(['Scope', ...ROLE_NAMES.map((role) => `\`${role}\``)], roles)}
`;
}

function rowOf({ name, http, mcp, scope }: Operation): readonly string[] {
  return [
    `\`${name}\``,
    http ? `\`${http.method.toUpperCase()} ${http.path}\`` : "the buyer's page",
    `\`${scope}\``,
    mcp ? 'yes' : '',
  ];
}

function grant(kind: keyof typeof KEY_SCOPES, scope: (typeof SCOPES)[number]): string {
  const { granted, allowed } = KEY_SCOPES[kind];
  return granted.includes(scope) ? 'yes' : allowed.includes(scope) ? 'on request' : 'cannot have it';
}
