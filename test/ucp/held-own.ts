import { OWN_EXTENSIONS } from '../../src/ucp/extensions/index.js';
import type { OwnExtension } from '../../src/ucp/extensions/own-extension.js';
import { extensionSchema } from '../../src/ucp/extensions/schema.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import { type Direction, membersOf, servedProblems } from './published.js';

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into before its form is known
type Answer = any;

/** Prefix of problems that are about the request. */
export const OF_THE_REQUEST = 'the request: ';

/** Resources to which the portal's extensions add members. */
const RESOURCES = ['checkout', 'cart', 'order'];

/** Members that the published extensions add to a checkout or a cart, by the extension's name. */
const PUBLISHED_MEMBERS: Readonly<Record<string, string>> = {
  'dev.ucp.shopping.discount': 'discounts',
  'dev.ucp.shopping.fulfillment': 'fulfillment',
};

/**
 * Returns how a response and its request body break the schemas of the portal's active extensions; [] if they do not.
 * Since schemas allow unknown members, this also reports members that no active schema has.
 */
export function ownProblems(version: string, operation: UcpOperation, body: unknown, answer: Answer): string[] {
  if (answer?.ucp?.status === 'error') return [];
  const { capability } = operation;
  const names = Object.keys(answer?.ucp?.capabilities ?? {});
  const active = OWN_EXTENSIONS.flatMap((one) => {
    const name = names.find((known) => known.endsWith(`.${one.id}`));
    return name === undefined ? [] : [{ one, name }];
  });
  const direction = directionOf(operation);
  return [
    ...surplusProblems(version, capability, { names, active: active.map(({ one }) => one) }, answer),
    ...active.flatMap(({ one, name }) => {
      const schema = schemaOf(one, name);
      const ofRequest = direction === undefined ? [] : servedProblems(version, schema, capability, body, direction);
      const ofAnswer = servedProblems(version, schema, capability, answer);
      return [...ofAnswer, ...ofRequest.map((problem) => `${OF_THE_REQUEST}${problem}`)];
    }),
  ];
}

interface Active {
  readonly names: readonly string[];
  readonly active: readonly OwnExtension[];
}

/** Returns a problem for each member of a resource or of its lines that no active schema has. */
function surplusProblems(version: string, capability: string, { names, active }: Active, answer: Answer): string[] {
  const [kind] = RESOURCES.filter((one) => capability === `dev.ucp.shopping.${one}`);
  if (kind === undefined) return [];
  const added = active.map((one) => addedBy(one, capability));
  const root = new Set([
    ...membersOf(version, `shopping/${kind}.json`),
    ...names.flatMap((name) => PUBLISHED_MEMBERS[name] ?? []),
    ...added.flatMap((one) => one.root),
  ]);
  const line = new Set([
    ...membersOf(version, `shopping/types/${kind === 'order' ? 'order_' : ''}line_item.json`),
    ...added.flatMap((one) => one.line),
  ]);
  const ofLines: string[] = (answer.line_items ?? []).flatMap((one: object) => Object.keys(one));
  return [
    ...Object.keys(answer).filter((member) => !root.has(member)),
    ...ofLines.filter((member) => !line.has(member)).map((member) => `a line's ${member}`),
  ].map((member) => `${member} is answered, and is in no active schema`);
}

/** Returns the members that an extension adds to a resource and to its lines. */
function addedBy({ adds, definitions }: OwnExtension, capability: string) {
  const { line_items, ...root }: Answer = Object(adds[capability]).properties ?? {};
  const line = line_items && Object(definitions[lineDefinition(line_items)]).properties;
  return { root: Object.keys(root), line: Object.keys(line ?? {}) };
}

const lineDefinition = (lines: Answer): string => lines.items.$ref.replace('#/$defs/', '');

/** Makes the extension's definitions reject unknown members, except in lines, to which other extensions add members. */
function closed({ adds, definitions, ...one }: OwnExtension): OwnExtension {
  const lines = Object.values(adds).flatMap(({ properties }: Answer) =>
    properties.line_items ? [lineDefinition(properties.line_items)] : [],
  );
  const shut = Object.entries(definitions).map(([name, definition]) => [
    name,
    lines.includes(name) ? definition : { ...definition, additionalProperties: false },
  ]);
  return { ...one, adds, definitions: Object.fromEntries(shut) };
}

/** Returns the schema as the host in the extension's name serves it. */
function schemaOf(one: OwnExtension, name: string): Parameters<typeof servedProblems>[1] {
  const namespace = name.slice(0, -one.id.length - 1);
  const base = `https://${namespace.split('.').reverse().join('.')}`;
  return JSON.parse(JSON.stringify(extensionSchema({ base, namespace }, closed(one))));
}

/** Returns the direction of the request schema, or `undefined` if the operation's body has no lines. */
function directionOf({ name }: UcpOperation): Direction | undefined {
  if (name.startsWith('create_')) return 'create';
  return name.startsWith('update_') ? 'update' : undefined;
}
