import type { Context } from '../../calls/context.js';
import { addedUsage, assertRoomFor, sumUsage } from '../../calls/quotas.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { type VariantMembers, variantProblems } from '../../domain/shop/variants.js';
import { NO_USAGE } from '../../domain/tenant/quota.js';
import { groupBy } from '../../domain/values/group-by.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import type { Rows, Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import type { ImportedRow, RowProblem } from './check-items.js';
import { importedEvent } from './items.js';
import { ownShop } from './own-shop.js';
import { PieceSize } from './piece-size.js';
import { type ImportRules, itemWrites, optionProblems, type PlannedRow, planItems, planRows } from './plan-items.js';

type ImportContext = Context<'slices' | 'quotas'>;

/** A well-formed import, with its rows in the order in which they were sent. */
interface Import {
  readonly shopId: string;
  readonly rows: readonly ImportedRow[];
  readonly rules: ImportRules;
  /** True if valid rows are imported even if others are refused. */
  readonly isPartial: boolean;
}

export interface ImportResult {
  readonly imported: number;
  readonly refused: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/** Number of rows compared with the shop's items per read. */
const CHECKED_AT_ONCE = 50;
/** Number of products whose items are compared per read. */
const PRODUCTS_AT_ONCE = 100;
/**
 * Length of a piece in characters. The first piece is small, since code takes ten times as long before it is optimized.
 * `target`: milliseconds of processor time.
 */
const PIECE_CHARACTERS = { target: 5, first: 4_000, min: 4_000, max: 250_000 };
/** Work per row in addition to its text, expressed in characters. */
const ROW_CHARACTERS = 500;

/**
 * Imports rows in pieces. Each piece is a separate transaction, so that no other call waits for the whole import. All
 * rows are validated before the first one is written. `answer` renders the response, which is stored with the last
 * piece. A repeat of an interrupted import writes the remaining rows, since rows that change nothing are not written
 * again.
 *
 * After the first piece is written, a row that has become invalid through another call's write no longer fails the
 * import: only this row is refused, even if the import is not partial.
 * @throws PortalError `invalid_request` for a refused row, unless the import is partial; `quota_exceeded`
 */
export async function importInPieces<Body>(
  context: ImportContext,
  asked: Import,
  answer: (result: ImportResult) => { readonly body: Body },
) {
  const { shopId, rules, rows } = asked;
  const by = authorOf(context);
  const checked = await checkRows(context, asked);
  const isElsewhere = (id: string) => checked.ids.has(id);
  const size = new PieceSize(PIECE_CHARACTERS);
  const late: RowProblem[] = [];
  let hasEvent = false;
  const decide = (found: Rows, piece: readonly ImportedRow[]) => {
    const shop = ownShop(found, context, shopId);
    const plan = planItems(found, shop.id, piece, rules, isElsewhere);
    if (done === 0 && !asked.isPartial) assertNone(plan.refused);
    const isChanging = plan.planned.some(({ changed }) => changed.length > 0);
    const event: Write[] = isChanging && !hasEvent ? [importedEvent(by, shop)] : [];
    return { writes: [...itemWrites(by, shop.id, plan.planned), ...event], plan, isChanging };
  };
  const { written } = checked;
  let done = 0;
  for (;;) {
    const piece = pieceAt(written, done, size.units);
    if (done + piece.rows.length >= written.length) break;
    let began = process.cpuUsage();
    const { plan, isChanging } = await context.step((found) => {
      began = process.cpuUsage();
      const { writes, ...result } = decide(found, piece.rows);
      return { writes, result };
    });
    size.took(piece.characters, millisecondsSince(began));
    hasEvent ||= isChanging;
    late.push(...plan.refused);
    done += piece.rows.length;
    await context.services.slices.next();
  }
  return context.update((found) => {
    const { writes, plan } = decide(found, written.slice(done));
    const tooLate = [...late, ...plan.refused];
    const refused = [...checked.refused, ...tooLate];
    const imported = rows.length - refused.length;
    return { writes, answer: answer({ imported, refused, warnings: checked.warnings }) };
  });
}

/**
 * Returns the next rows, starting at index `from`: as many as fit into `most` characters of work, but at least one.
 * Also returns their work in `characters`.
 */
function pieceAt(rows: readonly ImportedRow[], from: number, most: number) {
  let [to, characters] = [from, 0];
  for (const { item } of rows.slice(from)) {
    const more = ROW_CHARACTERS + JSON.stringify(item).length;
    if (characters + more > most && to > from) break;
    characters += more;
    to += 1;
  }
  return { rows: rows.slice(from, to), characters };
}

/** Returns the processor time that this process has used since `began`. Milliseconds. */
function millisecondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

interface Checked {
  /** Accepted rows that change something. */
  readonly written: readonly ImportedRow[];
  /** Ids of all accepted rows. */
  readonly ids: ReadonlySet<string>;
  readonly refused: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

/** A valid row, with the parts that are compared with other rows. */
interface CheckedRow {
  readonly row: ImportedRow;
  readonly id: string;
  readonly members: VariantMembers;
  readonly isWritten: boolean;
}

/** Compares all rows with the shop's items, with each other and with the quotas, without writing anything. */
async function checkRows(context: ImportContext, { shopId, rows, rules, isPartial }: Import): Promise<Checked> {
  const { slices, quotas } = context.services;
  const by = authorOf(context);
  const shop = await context.read((found) => ownShop(found, context, shopId));
  const [checked, refused, warnings]: [CheckedRow[], RowProblem[], RowProblem[]] = [[], [], []];
  let added = NO_USAGE;
  for (const some of splitIntoPortions(rows, CHECKED_AT_ONCE)) {
    if (slices.isOver) await slices.next();
    const { plan, usage } = await context.read((found) => {
      const planned = planRows(found, shopId, some, rules);
      return { plan: planned, usage: addedUsage(found, itemWrites(by, shopId, planned.planned)) };
    });
    const byNumber = new Map(some.map((one) => [one.row, one]));
    checked.push(...plan.planned.flatMap((one) => checkedRow(one, byNumber.get(one.row)) ?? []));
    refused.push(...plan.refused);
    warnings.push(...plan.warnings);
    added = sumUsage(added, usage);
  }
  const problems = await findVariantProblems(
    context,
    shopId,
    checked.map(({ members }) => members),
  );
  const all = [
    ...refused,
    ...optionProblems(
      checked.map(({ row, id }) => ({ row: row.row, id })),
      problems,
    ),
  ];
  all.sort((a, b) => a.row - b.row);
  if (!isPartial) assertNone(all);
  await context.read((found) => {
    found.expect(['get', 'organization', shop.organization_id], ['usage', shop.organization_id]);
    assertRoomFor(found, shop.organization_id, added, quotas);
  });
  const accepted = checked.filter(({ id }) => !problems.has(id));
  return {
    written: accepted.flatMap(({ row, isWritten }) => (isWritten ? row : [])),
    ids: new Set(accepted.map(({ id }) => id)),
    refused: all,
    warnings,
  };
}

/** @throws PortalError `invalid_request` for the first problem, if any */
function assertNone([first]: readonly RowProblem[]): void {
  if (first) throw new PortalError('invalid_request', `items[${first.row - 1}].${first.problem}`);
}

function checkedRow(
  { id, members, changed, record }: PlannedRow,
  row: ImportedRow | undefined,
): CheckedRow | undefined {
  if (!row) return undefined;
  const { product_id, options, status } = members;
  return {
    row,
    id,
    members: { id, product_id, options, status },
    isWritten: changed.length > 0 || record !== undefined,
  };
}

/** Compares the rows of each product with each other and with the product's items, in portions of products. */
async function findVariantProblems(
  context: ImportContext,
  shopId: string,
  members: readonly VariantMembers[],
): Promise<ReadonlyMap<string, string>> {
  const { slices } = context.services;
  const inProducts = members.filter(({ product_id }) => product_id !== null);
  const byProduct = groupBy(inProducts, ({ product_id }) => String(product_id));
  const ids = new Set(members.map(({ id }) => id));
  const problems = new Map<string, string>();
  for (const some of splitIntoPortions([...byProduct], PRODUCTS_AT_ONCE)) {
    if (slices.isOver) await slices.next();
    const products = some.map(([product]) => product);
    const stored = await context.read((found) => found.find('variants', shopId, products));
    const rows = some.flatMap(([, own]) => own);
    // Stored versions of items in this import are ignored: each item is compared as part of the product that its row
    // names.
    for (const [id, problem] of variantProblems(rows, stored, (one) => ids.has(one))) problems.set(id, problem);
  }
  return problems;
}
