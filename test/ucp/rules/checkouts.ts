import { OWN_EXTENSIONS } from '../../../src/ucp/extensions/index.js';
import { VERSIONS } from '../../../src/ucp/versions/index.js';
import type { WireAnswer } from '../wire.js';
import { type Held, type Rule, sum, unless } from './rule.js';

const OVER = new Set(['completed', 'canceled']);
const isCheckout = ({ operation }: Held) => operation.endsWith('_checkout');
const rootOf = (operation: string) => (operation.endsWith('_catalog') ? 'catalog' : operation.split('_').at(-1));

/** Returns all strings below members with these names. */
function textsUnder(value: unknown, names: ReadonlySet<string>, within = false): string[] {
  if (typeof value === 'string') return within ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsUnder(member, names, within || names.has(name)));
}

/** Derives the status that an open checkout must have from its messages. */
function derivedStatus({ messages = [] }: WireAnswer): string {
  if (messages.some(({ severity }) => severity?.startsWith('requires_buyer'))) return 'requires_escalation';
  return messages.some(({ type }) => type === 'error') ? 'incomplete' : 'ready_for_complete';
}

const checkouts = (broken: (answer: WireAnswer) => string[]): Rule['broken'] => {
  return (held) => (isCheckout(held) ? broken(held.answer) : []);
};

const capabilitiesOf = (version: string) => VERSIONS.find(({ date }) => date === version)?.capabilities ?? [];

/** Finds the portal's own extensions among the names, which begin with the labels of the shop's host. */
const ownAmong = (names: readonly string[]) =>
  OWN_EXTENSIONS.flatMap(({ id, adds }) =>
    names.filter((name) => name.endsWith(`.${id}`)).map((name) => ({ name, extends: Object.keys(adds) })),
  );

export const CHECKOUTS: readonly Rule[] = [
  {
    section: '2.4',
    must: 'every answer has the version that was negotiated',
    broken: ({ answer, version }) => unless(answer.ucp.version === version, `version ${answer.ucp.version}`),
  },
  {
    section: '2.4',
    must: 'an answer names the capability of its operation, and what extends it, and no others',
    broken: ({ answer: { ucp }, version, operation }) => {
      const known = [...capabilitiesOf(version), ...ownAmong(Object.keys(ucp.capabilities ?? {}))];
      const named = known.filter(({ name }) => ucp.capabilities?.[name]);
      const [root, ...others] = named.filter((one) => !one.extends);
      const about = root?.name.split('.').includes(rootOf(operation) ?? '') || operation === 'get_product';
      const isExtended = named.every((one) => !one.extends || (root && one.extends.includes(root.name)));
      const isKnown = named.length === Object.keys(ucp.capabilities ?? {}).length;
      const names = Object.keys(ucp.capabilities ?? {}).join();
      return unless(about === true && others.length === 0 && isExtended && isKnown, `capabilities ${names}`);
    },
  },
  {
    section: '1.11',
    must: 'payment handlers stand in answers about checkouts, and nowhere else',
    broken: (held) => unless((held.answer.ucp.payment_handlers !== undefined) === isCheckout(held), 'payment_handlers'),
  },
  {
    section: '1.11',
    must: 'credentials are never answered',
    broken: ({ sent, answer: { ucp: _ucp, ...shown } }) => [
      ...textsUnder(sent, new Set(['credential']))
        .filter((secret) => secret.length > 5)
        .flatMap((secret) => unless(!JSON.stringify(shown).includes(secret), 'a credential that was sent')),
      ...unless(!JSON.stringify(shown.payment ?? null).includes('"credential"'), 'a member credential'),
    ],
  },
  {
    section: '1.5',
    must: 'the status of an open checkout follows from its messages',
    broken: checkouts((answer) =>
      unless(
        OVER.has(answer.status ?? '') ||
          answer.status === 'complete_in_progress' ||
          answer.status === derivedStatus(answer),
        `status ${answer.status}`,
      ),
    ),
  },
  {
    section: '1.5',
    must: 'a checkout has an order when it is completed, and only then',
    broken: checkouts(({ status, order }) => unless((status === 'completed') === (order !== undefined), 'order')),
  },
  {
    section: '1.10',
    must: 'an open checkout says where the buyer goes on, and until when; one that is over does not',
    broken: checkouts(({ status = '', continue_url, expires_at }) => {
      const isOpen = !OVER.has(status);
      const isAbsolute = continue_url !== undefined && URL.canParse(continue_url);
      return unless(isOpen ? isAbsolute && expires_at !== undefined : continue_url === undefined, 'continue_url');
    }),
  },
  {
    section: '1.10',
    must: 'the links are always there',
    broken: checkouts(({ links }) => unless(Array.isArray(links), 'links')),
  },
  {
    section: '1.7',
    must: 'an error has a severity, which is never that of no resource',
    broken: ({ answer: { messages = [] } }) =>
      messages.flatMap(({ type, code, severity }) =>
        unless(
          type === 'error' ? severity !== undefined && severity !== 'unrecoverable' : severity === undefined,
          `severity of ${code}`,
        ),
      ),
  },
  {
    section: '1.7',
    must: 'a message that names a member names it from the root',
    broken: ({ answer: { messages = [] } }) =>
      messages.flatMap(({ path, code }) =>
        unless(path === undefined || /^\$(\.[a-z_]+|\[\d+\]|\['[a-z_.]+'\])+$/.test(path), `path of ${code}`),
      ),
  },
  {
    section: '1.6',
    must: 'discounts that apply are above zero, and their parts add up',
    broken: ({ answer: { discounts } }) =>
      (discounts?.applied ?? []).flatMap(({ amount, allocations }) =>
        unless(amount > 0 && (allocations === undefined || sum(allocations) === amount), `discount of ${amount}`),
      ),
  },
  {
    section: '1.6',
    must: 'what the discounts take off is what the totals have less',
    broken: ({ answer: { discounts, totals = [] } }) => {
      const off = sum(totals.filter(({ type }) => type.endsWith('discount')));
      return unless(!discounts || sum(discounts.applied ?? []) === -off, `the totals have ${off}`);
    },
  },
  {
    section: '1.6',
    must: 'a code that does not apply has a warning, and is still answered',
    broken: ({ answer: { discounts, messages = [], status = '', line_items = [] } }) => {
      // Empty checkouts are not checked.
      if (OVER.has(status) || line_items.length === 0) return [];
      const applied = (discounts?.applied ?? []).map(({ code = '' }) => code.toUpperCase());
      const codes = discounts?.codes ?? [];
      return codes.flatMap((code, index) => {
        const warned = messages.some(({ type, path }) => type === 'warning' && path === `$.discounts.codes[${index}]`);
        return unless(applied.includes(code.toUpperCase()) !== warned, `code ${code}`);
      });
    },
  },
];
