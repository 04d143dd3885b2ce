import { type Command, Option } from 'commander';
import { csvLine } from '../../domain/books/csv.js';
import { buildRows, columnNames, ROW_KINDS, type RowKind } from '../../domain/books/order-rows.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { ChangedOrder } from '../../ports.js';
import type { ViewSettings } from '../../view/checkout-view.js';
import { makeLinks } from '../../view/links.js';
import { orderView } from '../../view/order-view.js';
import { chooseShop, shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { makeLineWriter } from '../line-writer.js';
import { linkUrl } from '../serving-file.js';
import { withStore } from '../with-store.js';
import { addFilters, type FilterOptions, selectOrders } from './order-filter.js';

interface ExportOptions extends FilterOptions {
  readonly format: 'csv' | 'jsonl';
  readonly rows: RowKind;
  readonly out?: string;
  readonly query?: string;
}

/** Orders per page; only one page is in memory at a time. */
const PAGE = 100;

export function exportCommand(cli: Cli): Command {
  const what = 'write the orders of a shop as a table (CSV) or as JSON Lines';
  return addFilters(commandWith('export', what, ['database', 'publicUrl']))
    .addOption(new Option('--format <format>', 'csv or jsonl').choices(['csv', 'jsonl']).default('csv'))
    .addOption(
      new Option('--rows <rows>', 'of a table: a row per order or per line').choices([...ROW_KINDS]).default('lines'),
    )
    .option('--query <words>', 'only orders that contain all these words')
    .option('--out <file>', 'write into this new file (default: stdout)')
    .action(async (options: ExportOptions) => {
      await withStore(cli, { ...options }, async (store, _by, config) => {
        const id = await chooseShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, id));
        const links = makeLinks(() => linkUrl(config), store.secret('links'));
        const view = {
          links,
          handlers: store.paymentHandlers().map(({ description }) => description),
          language: undefined,
        };
        const lines = options.format === 'csv' ? tableLines(options.rows) : jsonLines(shop, view);
        const write = makeLineWriter(cli, options.out);
        if (options.format === 'csv') await write.line(csvLine(columnNames(options.rows)));
        for await (const entries of selectOrders(store, shop, options, options.query, PAGE))
          for (const entry of entries) await write.line(lines(entry));
        await write.end();
      });
    });
}

function tableLines(kind: RowKind) {
  return ({ order, changed }: ChangedOrder) =>
    buildRows(kind, order, changed)
      .map((row) => csvLine(row))
      .join('');
}

function jsonLines(shop: Shop, view: ViewSettings) {
  return ({ order, changed }: ChangedOrder) => {
    const { permitted_actions, ...shown } = orderView(order, shop, new Set(['orders:read']), view);
    return `${JSON.stringify({ ...shown, deployment_id: order.deployment_id, changed })}\n`;
  };
}
