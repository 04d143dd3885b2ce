import type { Command } from 'commander';
import { counted } from '../domain/values/counted.js';
import { problemsOf, type RowProblem } from '../operations/shop/check-items.js';
import { type Outcome, plannedImport, writeImport } from './catalog/run-import.js';
import { chosenShop, SHOP_OPTION } from './chosen-shop.js';
import { type Cli, commandWith } from './command.js';
import { CommandError, type Output } from './output.js';
import { progress } from './progress.js';
import { readItems } from './read-items.js';
import { withStore } from './with-store.js';

interface ImportOptions {
  readonly shop?: string;
  readonly partial?: boolean;
  readonly json?: boolean;
}

export function importCommand(cli: Cli): Command {
  return commandWith('import', 'import items from a file: new ids are created, known ids changed', ['database'])
    .argument('<file>', 'items.csv with a header, or items.json with an array')
    .option(...SHOP_OPTION)
    .option('--partial', 'import the valid rows even if others are refused; otherwise all rows or none')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: ImportOptions) => {
      const { rows, refused } = readItems(file, progress(cli.output, 'checked'));
      const outcome = await withStore(cli, { ...options }, async (store, by) => {
        const shopId = await chosenShop(store, options.shop);
        const plan = await plannedImport(store, shopId, rows);
        const isRefused = refused.length + plan.refused.length > 0 && !options.partial;
        if (isRefused) return { planned: [], refused: plan.refused };
        return writeImport(store, by, shopId, rows, progress(cli.output, 'imported'));
      });
      const problems = [...problemsOf(refused), ...outcome.refused].sort((a, b) => a.row - b.row);
      report(cli.output, outcome, problems, options);
      if (problems.length > 0)
        throw new CommandError(`${problems.length} of ${counted(refused.length + rows.length, 'row')} refused`);
    });
}

function report(output: Output, { planned }: Outcome, problems: readonly RowProblem[], options: ImportOptions): void {
  const imported = planned.length;
  if (options.json) {
    output.out(JSON.stringify({ imported, problems }));
    return;
  }
  for (const { row, id, problem } of problems) output.err(`row ${row}${id === '' ? '' : ` (${id})`}: ${problem}`);
  output.out(`${counted(imported, 'item')} imported`);
}
