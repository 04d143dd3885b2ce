import { type Command, Option } from 'commander';
import { STOCK_MODES, type StockMode } from '../domain/shop/imported-stock.js';
import { itemKey } from '../domain/shop/item.js';
import type { Shop } from '../domain/shop/shop.js';
import { pluralize } from '../domain/values/pluralize.js';
import { type CheckedRow, checkRows } from '../feeds/check-rows.js';
import { findLargeChange } from '../feeds/large-change.js';
import { FORMATS, type Format } from '../feeds/read-file.js';
import { readItems } from '../feeds/read-items.js';
import type { RowProblem } from '../operations/shop/check-items.js';
import type { Store } from '../ports.js';
import type { Author } from '../records/audit.js';
import { largeChangeText } from './catalog/large-change.js';
import { type ImportReport, reportJson, reportText } from './catalog/report.js';
import { type RowChange, rowChange } from './catalog/row-change.js';
import { type Written, writeRows } from './catalog/write-rows.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { readAnyBytes } from './json-file.js';
import { CommandError } from './output.js';
import { progress } from './progress.js';
import { withStore } from './with-store.js';

interface ImportOptions {
  readonly shop?: string;
  readonly format: Format;
  readonly dryRun?: boolean;
  readonly partial?: boolean;
  readonly stock: StockMode;
  readonly allowFree?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function importCommand(cli: Cli): Command {
  return commandWith('import', DESCRIPTIONS.import, ['database'])
    .argument('<file>', 'a CSV or JSON file, a Google Merchant feed (TSV, RSS, Atom), or a Shopify product export')
    .option(...SHOP_OPTION)
    .addOption(new Option('--format <format>', 'format of the file').choices(FORMATS).default('auto'))
    .option('--dry-run', 'list each change by row, and write nothing')
    .option('--partial', 'import the valid rows even if others are refused; otherwise all rows or none')
    .addOption(
      new Option(
        '--stock <mode>',
        "units of items that exist: keep the shop's, set the file's, or add the difference to the previous import",
      )
        .choices(STOCK_MODES)
        .default('keep'),
    )
    .option('--allow-free', 'accept a price of 0 for items on sale')
    .option('--yes', 'do not ask before withdrawing or repricing more than a tenth of the items on sale')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: ImportOptions) => {
      const importing = async (store: Store, by: Author) => {
        const id = await chooseShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, id));
        return imported(cli, store, by, shop, file, options);
      };
      const report = await withStore(cli, { ...options }, importing, { syncs: 'on close' });
      if (options.json) cli.output.out(JSON.stringify(reportJson(report)));
      else reportText(cli.output, report);
      const { problems, rows } = report;
      if (problems.length > 0) throw new CommandError(`${problems.length} of ${pluralize(rows, 'row')} refused`);
    });
}

async function imported(
  cli: Cli,
  store: Store,
  by: Author,
  shop: Shop,
  file: string,
  { format, dryRun = false, partial = false, stock, allowFree = false, yes = false }: ImportOptions,
): Promise<ImportReport> {
  const { output } = cli;
  const { currency } = shop.settings;
  const read = readItems(file, readAnyBytes(file), { format, currency, now: by.now }, progress(output, 'checked'));
  const { rows, refused } = read;
  const rules = { stock, allowFree };
  const check = await checkRows<RowChange>(store, shop.id, rows, {
    ...rules,
    describe: dryRun ? rowChange : undefined,
  });
  const isRefused = refused.length + check.refused.length > 0 && !partial;
  const taken = isRefused ? [] : check.taken;
  const large = await findLargeChange(store, shop.id, taken);
  const largeChange = large && largeChangeText(large);
  if (largeChange !== undefined && !yes && !dryRun) await confirm(cli, largeChange);
  const onRow = progress(output, 'imported');
  const done = dryRun ? planned(taken) : await writeRows(store, by, shop, rows, taken, rules, onRow);
  return {
    ...done,
    rows: rows.count + refused.length + read.skipped.length,
    changes: taken.flatMap(({ change }) => change ?? []),
    problems: byRow([...refused, ...check.refused, ...done.refused]),
    warnings: byRow([...read.warnings, ...check.warnings]),
    skipped: await nameOnSale(store, shop.id, read.skipped),
    ignored: read.ignored,
    largeChange,
    prices: rows.prices,
    currency,
    dryRun,
  };
}

/** Exit code of an import that needs a person's consent. */
const NEEDS_YES = 9;

/** @throws CommandError without a terminal, or if the person does not agree */
async function confirm({ output, stop }: Cli, change: string): Promise<void> {
  if (!output.ask)
    throw new CommandError(
      `${change}; look at it with --dry-run, then import it with --yes. Nothing was imported`,
      NEEDS_YES,
    );
  const answer = await output.ask(`${change}. Import it? [y/N] `, stop);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was imported', NEEDS_YES);
}

/** Adds a hint to skipped rows whose items are on sale because an earlier version of the portal imported them. */
async function nameOnSale(store: Store, shopId: string, skipped: readonly RowProblem[]): Promise<RowProblem[]> {
  const items = await store.read((found) =>
    found.many(
      'item',
      skipped.map(({ id }) => itemKey(shopId, id)),
    ),
  );
  return skipped.map((one) => {
    if (items.get(itemKey(shopId, one.id))?.status !== 'active') return one;
    return { ...one, problem: `${one.problem}, but sells: portal items set ${one.id} status=withdrawn` };
  });
}

function byRow(problems: readonly RowProblem[]): RowProblem[] {
  return problems.toSorted((a, b) => a.row - b.row);
}

/** Result of a dry run. */
function planned(taken: readonly CheckedRow[]): Written {
  const count = (of: (row: CheckedRow) => boolean) => taken.filter(of).length;
  return {
    created: count(({ isNew }) => isNew),
    changed: count(({ isNew, isChanging }) => !isNew && isChanging),
    unchanged: count(({ isChanging }) => !isChanging),
    refused: [],
  };
}
