import type { Described } from '../described.js';
import { ORGANIZATION_SCOPES } from '../portal-api.js';
import { type Call, invalid, type Refusal, tooLong, type Wrong } from './row.js';
import { absentCheckout, absentOrder, absentShop, absentTenants, absentUuid, type Objects } from './world.js';

/** Valid keys without access to the operation: keys of the other kind, and keys without its scope. */
export function wrongKeys({ name, scope }: Described, right: Call, { keys }: Objects): Wrong[] {
  const refusal: Refusal = [403, 'forbidden', new RegExp(`lacks the scope "${scope}" that ${name} needs`)];
  const mine = ORGANIZATION_SCOPES.includes(scope) ? 'organization' : 'deployment';
  const poor = mine === 'deployment' ? keys.poorDeployment : keys.poorOrganization;
  const others: readonly (readonly [string, string])[] = [
    // Both kinds of key can have `receipts:write`. A deployment's key does not have `receipts:read` by default.
    ...(scope === 'receipts:write'
      ? []
      : [['key of the other kind', mine === 'deployment' ? keys.organization : keys.deployment] as const]),
    ['key without the scope', scope === 'receipts:write' ? keys.shopKeeping : poor],
    ...(scope === 'fulfillment' ? [["key of a buyer's agent", keys.deployment] as const] : []),
  ];
  return others.map(([what, key]) => ({ name: what, path: right.path, key, refusal }));
}

/** Types of objects that an id in a path can name. */
const KINDS = ['checkout', 'order', 'shop', 'consumer', 'agent', 'key', 'signing_key', 'receipt'] as const;

type WrongId = readonly [name: string, id: string];

/** Returns calls with ids that the caller cannot see, all of which get the same error, or that cannot be decoded. */
export function wrongIds({ path }: Described, right: Call, world: Objects): Wrong[] {
  const kind = kindOf(path);
  if (!kind) return [];
  const [before = ''] = path.split('{');
  const own = right.path.slice(before.length).split(/[/?]/)[0] ?? '';
  const at = (id: string) => before + id + right.path.slice(before.length + own.length);
  const refusal: Refusal = [404, `${kind}_not_found`, /./];
  const absent: readonly WrongId[] = [
    ...others(kind, world),
    ['malformed id', 'no%20id%0A'],
    ['id with a NUL', '%00'],
    ['id with a slash', 'a%2Fb'],
    ['id too long', tooLong(128)],
  ];
  const undecodable: readonly WrongId[] = [
    ['id that does not percent-decode', '%E0%A4%A'],
    ['id that is not UTF-8', '%ff'],
  ];
  const shopping = kind === 'checkout' || kind === 'order';
  const foreign = shopping ? world.keys.foreignDeployment : world.keys.foreignOrganization;
  return [
    ...absent.map(([name, id]) => ({ name, path: at(id), refusal })),
    ...undecodable.map(([name, id]) => ({ name, path: at(id), refusal: invalid(/path/) })),
    { name: "another tenant's key", path: right.path, key: foreign, refusal },
    { name: 'id in another case', path: at(own.toUpperCase()), refusal },
  ];
}

/** Type of the object that the first id in a path names. */
function kindOf(path: string): (typeof KINDS)[number] | undefined {
  if (path.includes('{receipt_id}')) return 'receipt';
  return KINDS.find((one) => path.includes(`/${one.replace('_', '-')}s/{id}`));
}

function others(kind: (typeof KINDS)[number], world: Objects): readonly WrongId[] {
  if (kind === 'shop') return otherShops(world);
  if (kind === 'signing_key' || kind === 'receipt') return otherAttested(kind, world);
  return kind === 'checkout' || kind === 'order' ? othersObjects(kind, world) : otherTenants(kind, world);
}

function otherAttested(kind: 'signing_key' | 'receipt', { foreign, attested }: Objects): readonly WrongId[] {
  const [theirs, another] =
    kind === 'receipt' ? [foreign.receipt, attested.active] : [foreign.signingKey, attested.receipt];
  return [
    ['absent id', absentUuid],
    ["another organization's id", theirs],
    ['id of another kind', another],
  ];
}

function otherTenants(kind: 'consumer' | 'agent' | 'key', world: Objects): readonly WrongId[] {
  return [
    ['absent id', absentTenants[kind]],
    ["another organization's id", world.foreign[kind]],
    ['id of another kind', kind === 'agent' ? world.tenants.consumer : world.tenants.agent],
  ];
}

function othersObjects(kind: 'checkout' | 'order', world: Objects): readonly WrongId[] {
  return [
    ['absent id', kind === 'checkout' ? absentCheckout : absentOrder],
    ["another tenant's id", world.foreign[kind]],
    ["another buyer's id", world.bob[kind]],
    ['id of an object without a buyer', world.nobody[kind]],
    ['id of another kind', kind === 'checkout' ? world.order : world.checkout],
  ];
}

function otherShops(world: Objects): readonly WrongId[] {
  return [
    ['absent id', absentShop],
    ["another organization's id", world.foreign.shop],
    ['id of another kind', world.checkout],
  ];
}
