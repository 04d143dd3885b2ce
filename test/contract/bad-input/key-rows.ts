import { KEY_SCOPES } from '../../../src/domain/tenant/tenant.js';
import type { OperationName } from '../portal-api.js';
import { absentMembers, namedAt, type WrongValues, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow, type Refusal, tooLong, type Wrong } from './row.js';
import { absentTenants, type Objects } from './world.js';

const shopping = ({ tenants }: Objects) => ({
  ...{ name: 'agent', deployment_id: tenants.deployment, scopes: ['commerce', 'fulfillment'] },
  ...{ buyer_required: true, limits: { per_order: 0, per_30_days: 2 ** 53 - 1, ask_above: 1 } },
  expires_at: '2026-11-20T13:00:00.001+01:00',
});
const MANAGING = { name: 'adapter', scopes: ['shops', 'keys'] };

const WRONG: readonly WrongValues[] = [
  ['name', '', ' ', 'a\u0000b', tooLong(120), 1, null],
  ['deployment_id', 1, null, ['x']],
  ['scopes', 'commerce', {}, [], null, ['commerce', 'commerce']],
  ['scopes[0]', '', 'Commerce', 'everything', 'buyer', 1, null],
  ['buyer_required', 'true', 1, null],
  ['limits', 1, null, [], { per_month: 1 }],
  ['limits.per_order', -1, 1.5, 2 ** 53, '1', true],
  // The test clock is at noon.
  ['expires_at', '', 'tomorrow', '2027-01-01', 1_800_000_000_000, null, '2026-11-20T12:00:00Z', '2001-01-01T00:00:00Z'],
];

const noDeployment: Refusal = [404, 'deployment_not_found', /^There is no deployment/];

/** Scopes that a kind of key cannot have (docs/operations.md, Scopes). */
function scopesOfAnotherKind(world: Objects): Wrong[] {
  const { deployment, organization } = KEY_SCOPES;
  const only = (of: readonly string[], not: readonly string[]) => of.filter((scope) => !not.includes(scope));
  const refusal = (scope: string) => invalid(new RegExp(`^scopes: a key of this kind cannot have "${scope}"`));
  return bodies([
    ...only(organization.allowed, deployment.allowed).map(
      (scope) =>
        [`${scope} of a deployment`, { ...shopping(world), scopes: ['commerce', scope] }, refusal(scope)] as const,
    ),
    ...only(deployment.allowed, organization.allowed).map(
      (scope) => [`${scope} of an organization`, { ...MANAGING, scopes: ['shops', scope] }, refusal(scope)] as const,
    ),
  ]);
}

const createKey: MakeRow = (world) => {
  const right = shopping(world);
  return {
    right: { path: '/api/keys', body: right },
    wrong: [
      ...wrongMembers(right, WRONG),
      ...absentMembers(right, ['name']),
      ...scopesOfAnotherKind(world),
      ...bodies([
        ['an absent deployment', { ...right, deployment_id: absentTenants.deployment }, noDeployment],
        ["another organization's deployment", { ...right, deployment_id: world.foreign.deployment }, noDeployment],
        ["a shop's id for the deployment", { ...right, deployment_id: world.shop }, noDeployment],
        ['a deployment with an empty id', { ...right, deployment_id: '' }, noDeployment],
        ['a deployment with an id too long', { ...right, deployment_id: tooLong(128) }, noDeployment],
        ['buyer_required true without deployment', { ...MANAGING, buyer_required: true }, namedAt('buyer_required')],
        ['buyer_required false without deployment', { ...MANAGING, buyer_required: false }, namedAt('buyer_required')],
        ['limits without deployment', { ...MANAGING, limits: { per_order: 1 } }, namedAt('limits')],
        ['a key in the body', { ...right, key: 'dk_x' }, invalid(/unknown member "key"/)],
        ['a kind in the body', { ...MANAGING, kind: 'deployment' }, invalid(/unknown member "kind"/)],
      ]),
    ],
  };
};

export const keyRows = { create_key: createKey } satisfies Partial<Record<OperationName, MakeRow>>;
