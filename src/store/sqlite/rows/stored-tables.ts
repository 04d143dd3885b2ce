import type { Database } from 'better-sqlite3';
import type { TableName, Tables } from '../../../ports.js';
import { TABLES } from '../../tables/tables.js';
import type { AddedUsage } from './added-usage.js';
import { OrderForm } from './order-form.js';
import type { OrderNumbers } from './order-numbers.js';
import type { CacheGroup } from './row-cache.js';
import { SharedParts } from './shared-parts.js';
import { type RowForm, type StoredTable, tableStatements, uncachedTable } from './stored-table.js';

/** A map whose values have the type of their table. */
interface StoredTableByName {
  get<T extends TableName>(table: T): StoredTable<Tables[T]> | undefined;
  set<T extends TableName>(table: T, made: StoredTable<Tables[T]>): unknown;
}

/** Tables of a connection, each created on first use. */
export class StoredTables {
  private readonly made: StoredTableByName = new Map();
  private readonly forms: { readonly [T in TableName]?: RowForm<Tables[T]> };
  private readonly database: Database;
  private readonly caches: CacheGroup;

  constructor(database: Database, caches: CacheGroup, usage: AddedUsage, numbers: OrderNumbers) {
    this.database = database;
    this.caches = caches;
    this.forms = { checkout: new SharedParts(database, usage), order: new OrderForm(database, usage, numbers) };
  }

  of<T extends TableName>(table: T): StoredTable<Tables[T]> {
    const known = this.made.get(table);
    if (known) return known;
    const made = this.make(table);
    this.made.set(table, made);
    return made;
  }

  private make<T extends TableName>(table: T): StoredTable<Tables[T]> {
    const form: RowForm<Tables[T]> | undefined = this.forms[table];
    const statements = tableStatements(this.database, table, form);
    return TABLES[table].cached ? this.caches.cached(table, statements) : uncachedTable(statements);
  }
}
