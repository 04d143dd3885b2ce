import type { OperationName } from '../portal-api.js';
import { invalid, type MakeRow, paths, type Refusal, sentTwice, tooLong, type Wrong } from './row.js';
import { FOREIGN_ITEM, WITHDRAWN_ITEM } from './world.js';

const ITEMS = '/api/commerce/items';
const cursor: Refusal = [400, 'invalid_cursor', /cursor/];
/** A well-formed cursor with an invalid MAC. */
const FORGED = `${Buffer.from('{"created_at":1,"id":"x"}').toString('base64url')}.AAAAAAAAAAAA`;

/** Invalid values of `limit` and `cursor`, which every paged list accepts. */
export function wrongPaging(list: string): Wrong[] {
  return paths([
    ['limit 0', `${list}?limit=0`, invalid(/^limit/)],
    ['limit 101', `${list}?limit=101`, invalid(/^limit/)],
    ['limit negative', `${list}?limit=-1`, invalid(/^limit/)],
    ['limit with a fraction', `${list}?limit=1.5`, invalid(/^limit/)],
    ['limit a word', `${list}?limit=all`, invalid(/^limit/)],
    ['limit empty', `${list}?limit=`, invalid(/^limit/)],
    ['limit twice', `${list}?limit=1&limit=1`, sentTwice('limit')],
    ['cursor empty', `${list}?cursor=`, cursor],
    ['cursor too long', `${list}?cursor=${tooLong(1000)}`, cursor],
    ['cursor that no list returned', `${list}?cursor=abc`, cursor],
    ['cursor forged', `${list}?cursor=${FORGED}`, cursor],
    ['cursor twice', `${list}?cursor=a&cursor=a`, sentTwice('cursor')],
  ]);
}

const searchCatalog: MakeRow = () => ({
  right: { path: `${ITEMS}?query=mug&limit=100` },
  wrong: [
    ...wrongPaging(ITEMS),
    ...paths([
      ['query too long', `${ITEMS}?query=${tooLong(200)}`, invalid(/^query/)],
      ['query twice', `${ITEMS}?query=a&query=b`, sentTwice('query')],
      ['member of another operation', `${ITEMS}?status=processing`, invalid(/"status"/)],
    ]),
  ],
});

const notFound: Refusal = [404, 'not_found', /item/];

const getItem: MakeRow = () => ({
  right: { path: `${ITEMS}/enamel-mug` },
  wrong: paths([
    ['absent item', `${ITEMS}/absent`, notFound],
    ["another shop's item", `${ITEMS}/${FOREIGN_ITEM}`, notFound],
    ['withdrawn item', `${ITEMS}/${WITHDRAWN_ITEM}`, notFound],
    ['id in another case', `${ITEMS}/ENAMEL-MUG`, notFound],
    ['id too long', `${ITEMS}/${tooLong(128)}`, notFound],
    ['id with a NUL', `${ITEMS}/enamel-mug%00`, notFound],
    ['id that does not percent-decode', `${ITEMS}/%zz`, invalid(/path/)],
  ]),
});

export const catalogRows = { search_catalog: searchCatalog, get_item: getItem } satisfies Partial<
  Record<OperationName, MakeRow>
>;
