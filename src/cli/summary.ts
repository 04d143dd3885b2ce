import type { Command } from 'commander';
import { dayOf } from '../domain/values/calendar.js';
import { displayAmount } from '../domain/values/display.js';
import { daysProblem, summarizeSales } from '../operations/shop/summary.js';
import type { ShopSummary } from '../schema/summary.js';
import { systemClock } from '../system.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { dayOption } from './orders/order-filter.js';
import { CommandError } from './output.js';
import { withReader } from './with-store.js';

interface SummaryOptions {
  readonly shop?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function summaryCommand(cli: Cli): Command {
  return commandWith('summary', DESCRIPTIONS.summary, ['database'])
    .option(...SHOP_OPTION)
    .option('--from <day>', 'first day, such as 2026-11-22 (default: the last day)')
    .option('--to <day>', 'last day (default: today)')
    .option('--json', 'print as JSON')
    .action(async (options: SummaryOptions) => {
      const summary = await withReader(cli, { ...options }, async (store) => {
        const id = await chooseShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, id));
        const to = dayOption('--to', options.to) ?? dayOf(systemClock.now(), shop.settings.time_zone);
        const from = dayOption('--from', options.from) ?? to;
        const problem = daysProblem(from, to);
        if (problem !== undefined) throw new CommandError(`--to ${problem.replace('`from`', '--from')}`);
        return summarizeSales((name, filter, after, limit) => store.list(name, filter, after, limit), shop, from, to);
      });
      cli.output.out(options.json ? JSON.stringify(summary) : summaryText(summary));
    });
}

function summaryText({ currency, days, ...all }: ShopSummary): string {
  const line = (
    when: string,
    { orders, gross, paid, refunds }: Pick<ShopSummary, 'orders' | 'gross' | 'paid' | 'refunds'>,
  ) => {
    const money = (amount: number) => displayAmount(amount, currency, 'en');
    return `${when}  ${orders} orders, ${money(gross)}, paid ${money(paid)}, refunded ${money(refunds)}`;
  };
  return [...days.map((day) => line(day.date, day)), line(`${all.from} to ${all.to}`, all)].join('\n');
}
