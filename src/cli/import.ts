import type { Command } from 'commander';
import { counted } from '../domain/values/counted.js';
import { type CheckedItems, problemsOf } from '../operations/shop/check-items.js';
import { importItems } from '../operations/shop/items.js';
import { chosenShop, SHOP_OPTION, shopIn } from './chosen-shop.js';
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
  return commandWith('import', 'import items from a CSV or JSON file: new ids are created, known ids replaced', [
    'database',
  ])
    .argument('<file>', 'items.csv with a header, or items.json with an array')
    .option(...SHOP_OPTION)
    .option('--partial', 'import the valid rows even if others are refused; otherwise all rows or none')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: ImportOptions) => {
      const read = readItems(file, progress(cli.output, 'checked'));
      const imported = options.partial || read.refused.length === 0 ? read.items : [];
      if (imported.length > 0) {
        await withStore(cli, { ...options }, async (store, by) => {
          const shopId = await chosenShop(store, options.shop);
          await store.update((rows) => {
            return { writes: importItems(rows, by, shopIn(rows, shopId), imported), result: undefined };
          });
        });
      }
      report(cli.output, read, imported.length, options);
      const { refused, items } = read;
      if (refused.length > 0)
        throw new CommandError(`${refused.length} of ${counted(refused.length + items.length, 'row')} refused`);
    });
}

function report(output: Output, { refused }: CheckedItems, imported: number, options: ImportOptions): void {
  const problems = problemsOf(refused);
  if (options.json) {
    output.out(JSON.stringify({ imported, problems }));
    return;
  }
  for (const { row, id, problem } of problems) output.err(`row ${row}${id === '' ? '' : ` (${id})`}: ${problem}`);
  output.out(`${counted(imported, 'item')} imported`);
}
