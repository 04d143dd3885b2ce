import { ATTESTATION, LINE_PROPERTIES, ORDER_ACTIONS } from '../../src/ucp/capabilities.js';
import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import type { OwnExtension } from '../../src/ucp/extensions/own-extension.js';
import { extensionSchema } from '../../src/ucp/extensions/schema.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import { type Direction, servedProblems } from './published.js';

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into before its form is known
type Answer = any;

/** What a problem begins with that is none of the answer. */
export const OF_THE_REQUEST = 'the request: ';

const inLines = (answer: Answer) => (answer.line_items ?? []).flatMap((line: object) => Object.keys(line));
const inRoot = (answer: Answer) => Object.keys(answer);

/** The members of each extension, and where they stand. */
const MEMBERS: Readonly<Record<string, readonly [members: readonly string[], where: (answer: Answer) => string[]]>> = {
  [LINE_PROPERTIES]: [['properties', 'property_specs'], inLines],
  [ORDER_ACTIONS]: [['on_hold', 'hold_reason', 'permitted_actions'], inRoot],
  [ATTESTATION]: [['attestation'], inRoot],
};

/**
 * What is wrong with an answer, and with the body that was taken, by the schemas of the own extensions that are active. Without an
 * extension, none of its members is answered. [] = nothing.
 */
export function ownProblems(version: string, operation: UcpOperation, body: unknown, answer: Answer): string[] {
  if (answer?.ucp?.status === 'error') return [];
  const names = Object.keys(answer?.ucp?.capabilities ?? {});
  return OWN_EXTENSIONS.flatMap((one) => {
    const name = names.find((active) => active.endsWith(`.${one.id}`));
    if (name === undefined) return absentProblems(one, answer);
    const schema = schemaOf(one, name);
    const { capability } = operation;
    const direction = directionOf(operation);
    return [
      ...servedProblems(version, schema, capability, answer),
      ...(direction === undefined ? [] : servedProblems(version, schema, capability, body, direction)).map(
        (problem) => `${OF_THE_REQUEST}${problem}`,
      ),
    ];
  });
}

function absentProblems({ id }: OwnExtension, answer: Answer): string[] {
  const [members = [], where = inRoot] = MEMBERS[id] ?? [];
  const answered = new Set(where(answer));
  return members.filter((member) => answered.has(member)).map((member) => `${member} is answered without ${id}`);
}

/** The schema as it is served at the host that the name begins with. */
function schemaOf(one: OwnExtension, name: string): Parameters<typeof servedProblems>[1] {
  const namespace = name.slice(0, -one.id.length - 1);
  const base = `https://${namespace.split('.').reverse().join('.')}`;
  return JSON.parse(JSON.stringify(extensionSchema({ base, namespace }, one)));
}

/** Undefined where the body has no lines. */
function directionOf({ name }: UcpOperation): Direction | undefined {
  if (name.startsWith('create_')) return 'create';
  return name.startsWith('update_') ? 'update' : undefined;
}
