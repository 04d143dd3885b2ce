import { PortalError } from '../../domain/errors/portal-error.js';
import { type EventType, hasHadNumber } from '../../domain/order/event.js';
import type { Order } from '../../domain/order/order.js';
import { onOneLine } from '../../domain/values/text.js';
import { type Cells, type DelimitedRow, delimitedRows } from '../../feeds/delimited.js';
import { recordFulfillmentEvent } from '../../operations/order/record-fulfillment-event.js';
import type { Store } from '../../ports.js';
import { chooseShop } from '../choose-shop.js';
import type { Cli } from '../command.js';
import { readBytes } from '../json-file.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { namedOrder } from './named-order.js';
import { openDesk, type ShopDesk } from './shop-desk.js';

const COLUMNS = ['order', 'carrier', 'tracking_number', 'tracking_url', 'line', 'units'] as const;

interface FileOptions {
  readonly shop?: string;
  readonly event: EventType;
  readonly json?: boolean;
}

/** Outcome of one row. `unchanged`: the order already has this shipment. */
interface RowOutcome {
  /** Number of the row, from 1 for the first one after the header. */
  readonly row: number;
  readonly order: string;
  readonly outcome: 'shipped' | 'unchanged' | 'failed';
  readonly problem?: string;
}

/**
 * Records the shipment of each row of a file by itself. A repeat changes nothing.
 * @throws CommandError if the file cannot be read, or after all rows if some failed
 */
export async function shipFile(cli: Cli, file: string, options: FileOptions): Promise<void> {
  const rows = delimitedRows(file, readBytes(file));
  assertColumns(file, rows);
  const outcomes: RowOutcome[] = [];
  await withStore(cli, { ...options }, async (store, by, config) => {
    const shopId = await chooseShop(store, options.shop);
    const desk = await openDesk(cli, store, by, config, shopId);
    for (const [index, row] of rows.entries()) {
      const order = row.cells.order ?? '';
      const outcome = { row: index + 1, order, ...(await shipRow(store, desk, row, options.event)) };
      outcomes.push(outcome);
      if (!options.json) print(cli, outcome);
    }
  });
  if (options.json) cli.output.out(JSON.stringify(outcomes));
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length;
  if (failed > 0) throw new CommandError(`${failed} of ${outcomes.length} rows failed`);
}

function print({ output }: Cli, { row, order, outcome, problem }: RowOutcome): void {
  if (outcome === 'failed') output.err(onOneLine(`row ${row}, order ${order}: ${problem}`));
  else output.out(onOneLine(`order ${order}: ${outcome}`));
}

function assertColumns(file: string, rows: readonly DelimitedRow[]): void {
  const names = Object.keys(rows[0]?.cells ?? {});
  if (!names.includes('order')) throw new CommandError(`${file} must have a row, and the column "order"`);
  const unknown = names.find((name) => !COLUMNS.some((known) => known === name));
  if (unknown !== undefined)
    throw new CommandError(`${file} has the unknown column "${unknown}"; the columns are ${COLUMNS.join(', ')}`);
}

async function shipRow(
  store: Store,
  desk: ShopDesk,
  { cells, problem }: DelimitedRow,
  type: EventType,
): Promise<Pick<RowOutcome, 'outcome' | 'problem'>> {
  try {
    if (problem !== undefined) throw new CommandError(problem);
    const found = await namedOrder(store, cells.order ?? '', { shop: desk.shop.id });
    if (found.shop_id !== desk.shop.id) throw new CommandError(`the shop has no order ${cells.order}`);
    const shipment = readShipment(cells, type);
    if (isRecorded(found, shipment)) return { outcome: 'unchanged' };
    await desk.run(recordFulfillmentEvent, { order_id: found.id, ...shipment });
    return { outcome: 'shipped' };
  } catch (error) {
    if (error instanceof PortalError) return { outcome: 'failed', problem: error.detail };
    if (error instanceof CommandError) return { outcome: 'failed', problem: error.message };
    throw error;
  }
}

/** @throws CommandError for units of a line whose repeat would not be recognized */
function readShipment({ carrier, tracking_number, tracking_url, line, units }: Cells, type: EventType) {
  if (line && !tracking_number) throw new CommandError('tracking_number: is required with line');
  if (!line !== !units) throw new CommandError('line, units: must be given together');
  return {
    type,
    ...(carrier && { carrier }),
    ...(tracking_number && { tracking_number }),
    ...(tracking_url && { tracking_url }),
    ...(line && { line_items: [{ id: line, quantity: Number(units) }] }),
  };
}

/** True if the order has this shipment: one with the same tracking number and line or, without a number, of all units. */
function isRecorded(order: Order, { type, tracking_number, line_items }: ReturnType<typeof readShipment>): boolean {
  if (!tracking_number) return order.status === 'fulfilled';
  const [named] = line_items ?? [];
  return order.fulfillment.events.some(
    (event) =>
      event.type === type &&
      hasHadNumber(event, tracking_number) &&
      (named === undefined || event.line_items.some(({ id }) => id === named.id)),
  );
}
