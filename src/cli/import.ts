import { type Command, Option } from 'commander';
import type { Shop } from '../domain/shop/shop.js';
import { counted } from '../domain/values/counted.js';
import type { Store } from '../ports.js';
import type { Author } from '../records/audit.js';
import { FORMATS, type Format } from './catalog/read-file.js';
import { type ImportReport, reportJson, reportText } from './catalog/report.js';
import { type Outcome, plannedImport, writeImport } from './catalog/run-import.js';
import { chosenShop, SHOP_OPTION, shopIn } from './chosen-shop.js';
import { type Cli, commandWith } from './command.js';
import { CommandError } from './output.js';
import { progress } from './progress.js';
import { type ReadItems, readItems } from './read-items.js';
import { withStore } from './with-store.js';

interface ImportOptions {
  readonly shop?: string;
  readonly format: Format;
  readonly dryRun?: boolean;
  readonly partial?: boolean;
  readonly json?: boolean;
}

export function importCommand(cli: Cli): Command {
  return commandWith('import', 'import items from a file: new ids are created, known ids changed', ['database'])
    .argument('<file>', 'a CSV or JSON file, a Google Merchant feed (TSV, RSS, Atom), or a Shopify product export')
    .option(...SHOP_OPTION)
    .addOption(new Option('--format <format>', 'form of the file').choices(FORMATS).default('auto'))
    .option('--dry-run', 'say what would change, row by row, and change nothing')
    .option('--partial', 'import the valid rows even if others are refused; otherwise all rows or none')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: ImportOptions) => {
      const report = await withStore(cli, { ...options }, async (store, by) => {
        const id = await chosenShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, id));
        return imported(cli, store, by, shop, file, options);
      });
      if (options.json) cli.output.out(JSON.stringify(reportJson(report)));
      else reportText(cli.output, report);
      const { problems, rows } = report;
      if (problems.length > 0) throw new CommandError(`${problems.length} of ${counted(rows, 'row')} refused`);
    });
}

async function imported(
  { output }: Cli,
  store: Store,
  by: Author,
  shop: Shop,
  file: string,
  { format, dryRun = false, partial = false }: ImportOptions,
): Promise<ImportReport> {
  const { currency } = shop.settings;
  const read = readItems(file, { format, currency, now: by.now }, progress(output, 'checked'));
  const plan = await plannedImport(store, shop.id, read.rows);
  const isRefused = read.refused.length + plan.refused.length > 0 && !partial;
  if (isRefused) return reportOf(read, { planned: [], refused: plan.refused }, currency, dryRun);
  const outcome = dryRun ? plan : await writeImport(store, by, shop.id, read.rows, progress(output, 'imported'));
  return reportOf(read, outcome, currency, dryRun);
}

function reportOf(
  { rows, refused }: ReadItems,
  { planned, ...outcome }: Outcome,
  currency: string,
  dryRun: boolean,
): ImportReport {
  return {
    rows: rows.length + refused.length,
    planned,
    problems: [...refused, ...outcome.refused].sort((a, b) => a.row - b.row),
    prices: rows.flatMap(({ item }) => item.price ?? []),
    currency,
    dryRun,
  };
}
