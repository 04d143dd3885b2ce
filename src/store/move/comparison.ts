import { createHash } from 'node:crypto';
import { rootOf } from '../../attestation/merkle.js';
import { amountRefunded } from '../../domain/order/adjustment.js';
import { type Order, orderTotal } from '../../domain/order/order.js';
import { splitPeaks } from '../log/log-head.js';
import { findDifferences, readPagePairs } from './copy-pass.js';
import { MOVED_TABLES, type MovedTable, ORDER_TERMS } from './moved-tables.js';
import { type Cell, cellsOf, type MovedRow, type MovedRows, textOf } from './side.js';

/** Maximum number of differing rows that are named for each table. */
const MAX_NAMED = 5;

/** A table that exists in both databases. */
interface ComparedTable {
  readonly table: string;
  readonly rows: readonly [source: number, target: number];
  /** SHA-256 of all rows in order, hexadecimal. */
  readonly sha256: readonly [source: string, target: string];
}

/** Result of comparing two databases row by row. */
export interface Comparison {
  readonly tables: readonly ComparedTable[];
  /** Sums of totals and refunds of all orders in minor units, by currency. */
  readonly money: Readonly<Record<string, readonly [source: string, target: string]>>;
  /** Size and root of each log, by organization. */
  readonly logs: Readonly<Record<string, readonly [source: string, target: string]>>;
  /** Differences as sentences; empty if there are none. */
  readonly differences: readonly string[];
}

/** Reads both databases completely and compares them. */
export async function compareDatabases(
  source: MovedRows,
  target: MovedRows,
  told: (looked: number) => void,
): Promise<Comparison> {
  const tables: ComparedTable[] = [];
  const differences: string[] = [];
  const sides = [new Sums(), new Sums()] as const;
  let looked = 0;
  for (const table of [...MOVED_TABLES, ORDER_TERMS]) {
    const tallies = [new Tally(), new Tally()] as const;
    let named = 0;
    for await (const pair of readPagePairs(table, source, target)) {
      for (const [index, rows] of [pair.source, pair.target].entries())
        for (const row of rows) {
          tallies[index]?.add(row);
          sides[index]?.add(table, row);
        }
      for (const text of namedIn(table, findDifferences(table, pair))) if (named++ < MAX_NAMED) differences.push(text);
      looked += pair.source.length;
      told(looked);
    }
    const [one, other] = tallies;
    tables.push({ table: table.title, rows: [one.rows, other.rows], sha256: [one.digest(), other.digest()] });
  }
  const [money, logs] = [pairsOf(sides[0].money, sides[1].money), pairsOf(sides[0].logs, sides[1].logs)];
  return { tables, money, logs, differences: [...differences, ...unequal(tables, money, logs)] };
}

function namedIn(table: MovedTable, { missing, changed, surplus }: ReturnType<typeof findDifferences>): string[] {
  const named = (rows: readonly MovedRow[], what: string) =>
    rows.map((row) => `${table.title} ${cellsOf(table, table.key, row).map(formatCell).join(' ')} ${what}`);
  return [...named(missing, 'is missing'), ...named(changed, 'is another one'), ...named(surplus, 'is too much')];
}

function formatCell(cell: Cell): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell);
}

/** Lists the numbers, hashes and sums that differ. Equal rows imply equal sums; the sums are an independent check. */
function unequal(tables: readonly ComparedTable[], money: Comparison['money'], logs: Comparison['logs']): string[] {
  return [
    ...tables
      .filter(({ rows }) => rows[0] !== rows[1])
      .map(({ table, rows }) => `${table}: ${rows[0]} rows, and ${rows[1]} there`),
    ...tables.filter(({ sha256 }) => sha256[0] !== sha256[1]).map(({ table }) => `${table}: another hash of all rows`),
    ...Object.entries(money)
      .filter(([, [one, other]]) => one !== other)
      .map(([currency, [one, other]]) => `orders in ${currency}: ${one}, and ${other} there`),
    ...Object.entries(logs)
      .filter(([, [one, other]]) => one !== other)
      .map(([id, [one, other]]) => `log of ${id}: ${one}, and ${other} there`),
  ];
}

function pairsOf(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): Record<string, [string, string]> {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  return Object.fromEntries(names.map((name) => [name, [one.get(name) ?? 'none', other.get(name) ?? 'none']]));
}

/** Counts rows and hashes them. */
class Tally {
  rows = 0;
  private readonly hash = createHash('sha256');

  add(row: MovedRow): void {
    this.rows += 1;
    this.hash.update(textOf(row)).update('\n');
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/** Sums of the orders and logs of one side. */
class Sums {
  readonly logs = new Map<string, string>();
  private readonly amounts = new Map<string, { total: number; refunded: number }>();

  add(table: MovedTable, row: MovedRow): void {
    if (table.name === 'order') this.addOrder(cellsOf(table, ['body'], row)[0] ?? null);
    if (table.name === 'log_head') this.addLog(cellsOf(table, ['organization_id', 'size', 'peaks'], row));
  }

  get money(): ReadonlyMap<string, string> {
    return new Map(
      [...this.amounts].map(([currency, { total, refunded }]) => [currency, `${total}, ${refunded} given back`]),
    );
  }

  private addOrder(body: Cell): void {
    const order: Order = JSON.parse(String(body));
    const before = this.amounts.get(order.currency) ?? { total: 0, refunded: 0 };
    this.amounts.set(order.currency, {
      total: before.total + orderTotal(order),
      refunded: before.refunded + amountRefunded(order),
    });
  }

  private addLog([id = null, size = null, peaks = null]: readonly Cell[]): void {
    const root = peaks instanceof Uint8Array ? Buffer.from(rootOf(splitPeaks(peaks))).toString('hex') : 'no root';
    this.logs.set(String(id), `${size} leaves, root ${root}`);
  }
}
