import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { absentMembers, type WrongValues, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { LINK_CODE, type Objects } from './world.js';

const NAMING = { name: 'Ada', description: 'Keeps the\n\tbooks.' };

const NAME: WrongValues = ['name', '', ' ', '\n\t', 'a\u0000b', 'a\u001bb', tooLong(120), 1, null, ['x']];
const DESCRIPTION: WrongValues = ['description', 'a\u0000b', 'a\u001bb', tooLong(2000), 1, false, ['x'], {}];

/** Names have 1 to 120 characters; descriptions are null or have up to 2,000. */
const wrongNaming: readonly Wrong[] = [
  ...wrongMembers(NAMING, [NAME, DESCRIPTION]),
  ...absentMembers(NAMING, ['name']),
  ...bodies([
    ['organization in the body', { ...NAMING, organization_id: 'org_1' }, invalid(/"organization_id"/)],
    ['id in the body', { ...NAMING, id: 'x' }, invalid(/unknown member "id"/)],
  ]),
];

const naming =
  (pathOf: (world: Objects) => string): MakeRow =>
  (world) => ({ right: { path: pathOf(world), body: NAMING }, wrong: wrongNaming });

const listing =
  (pathOf: (world: Objects) => string): MakeRow =>
  (world) => ({
    right: { path: `${pathOf(world)}?limit=100` },
    wrong: [
      ...wrongPaging(pathOf(world)),
      ...paths([
        [
          'cursor of another list',
          `${pathOf(world)}?cursor=${world.cursors.items}`,
          [400, 'invalid_cursor', /^cursor/],
        ],
        ['member of another operation', `${pathOf(world)}?query=mug`, invalid(/"query"/)],
      ]),
    ],
  });

const createDeployment: MakeRow = ({ shop }) => ({
  right: { path: `/api/shops/${shop}/deployments`, body: { name: 'Web' } },
  wrong: [
    ...wrongMembers({ name: 'Web' }, [NAME]),
    ...absentMembers({ name: 'Web' }, ['name']),
    ...bodies([['description', { name: 'Web', description: null }, invalid(/unknown member "description"/)]]),
  ],
});

const listConsumers: MakeRow = (world) => {
  const row = listing(() => '/api/consumers')(world);
  const path = `/api/consumers?cursor=${world.cursors.agents}`;
  const refusal: Refusal = [400, 'invalid_cursor', /^cursor/];
  return { ...row, wrong: [...row.wrong, ...paths([['cursor of the agents', path, refusal]])] };
};

const noCode: Refusal = [400, 'link_code_invalid', /^code: it is not a link code/];
const CODE = { code: LINK_CODE };

const linkConsumer: MakeRow = ({ tenants }) => ({
  right: { path: `/api/consumers/${tenants.consumer}/link`, body: CODE },
  wrong: [
    ...wrongMembers(CODE, [['code', 1, null, ['x']]]),
    ...absentMembers(CODE, ['code']),
    ...bodies([
      ['an unknown code', { code: 'lc_000000000000000000000000' }, noCode],
      ['a code in another case', { code: LINK_CODE.toUpperCase() }, noCode],
      ['an empty code', { code: '' }, [400, 'link_code_invalid', /^code: /]],
      ['a code that is too long', { code: tooLong(128) }, [400, 'link_code_invalid', /^code: /]],
      ['linked_at in the body', { ...CODE, linked_at: null }, invalid(/"linked_at"/)],
    ]),
  ],
});

const createLinkCode: MakeRow = () => ({
  right: { path: '/api/consumers/link-codes' },
  wrong: bodies([['expires_at', { expires_at: '2027-01-01T00:00:00Z' }, invalid(/unknown member "expires_at"/)]]),
});

export const shopTenantRows = {
  create_shop: naming(() => '/api/shops'),
  create_deployment: createDeployment,
} satisfies Partial<Record<OperationName, MakeRow>>;

export const tenantRows = {
  create_consumer: naming(() => '/api/consumers'),
  update_consumer: naming(({ tenants }) => `/api/consumers/${tenants.consumer}`),
  list_consumers: listConsumers,
  create_link_code: createLinkCode,
  link_consumer: linkConsumer,
  update_agent: naming(({ tenants }) => `/api/agents/${tenants.agent}`),
  create_agent: naming(() => '/api/agents'),
} satisfies Partial<Record<OperationName, MakeRow>>;
