import type { ZodType } from 'zod';

export type ColumnValue = string | number | boolean | null;

type ValueColumn<R> =
  | { readonly type: 'text'; readonly nullable?: never; readonly of: (row: R) => string }
  | { readonly type: 'text'; readonly nullable: true; readonly of: (row: R) => string | null }
  | { readonly type: 'integer'; readonly nullable?: never; readonly of: (row: R) => number | boolean }
  | { readonly type: 'integer'; readonly nullable: true; readonly of: (row: R) => number | null };

/**
 * A column that holds a value computed from the row, often just a member. It serves to find, order or constrain rows.
 */
export type Column<R> = ValueColumn<R> & {
  /** Set for a column that can change after the insert. */
  readonly changes?: true;
};

export type Columns<R> = Readonly<Record<string, Column<R>>>;

/** A column that the engine fills when it writes a row: a sequence number, or a derived value. */
export interface FilledColumn {
  readonly type: 'text' | 'integer';
  /** Set for a column that has no value for old rows in SQLite files. */
  readonly nullable?: 'sqlite';
}

/** A table to which foreign keys may refer. */
export interface Referred {
  /** Tables to which its rows refer; rows of those tables are written first. */
  readonly after: readonly Referred[];
}

/** A form that names every member of a row, including optional ones. */
type CompleteForm<R> = ZodType<R> & { readonly shape: { readonly [Member in keyof Required<R>]: unknown } };

interface Declared<R> extends Referred {
  /** Form of the rows. Only tests check rows against it (test/support/checked-rows.ts). */
  readonly form: () => CompleteForm<R>;
  readonly key: (row: R) => string;
  /** Columns besides `key`, `created_at`, `version` and `body`. */
  readonly columns: Columns<R>;
  readonly filled?: Readonly<Record<string, FilledColumn>>;
  /** True for rows that are read more often than written: both engines cache the parsed rows. */
  readonly cached: boolean;
  readonly move?: {
    /** Columns by which a data move identifies rows. Defaults to `key`. */
    readonly by?: readonly string[];
    /**
     * A new row may need a unique value that an old row gives up, such as the place of a buyer's open cart, so changed
     * rows are written before new ones.
     */
    readonly takesPlaces?: true;
  };
}

/** A table whose rows are never deleted, because a delete would have to search for references to them. */
export interface PermanentTable<R> extends Declared<R> {
  readonly removable: false;
}

export interface RemovableTable<R> extends Declared<R> {
  readonly removable: true;
}

export type Table<R> = PermanentTable<R> | RemovableTable<R>;

/**
 * Returns the names of the columns that never change, or of those that can, and a function that computes their values.
 */
export function readColumns<R>(columns: Columns<R>, which: 'fixed' | 'changing'): ReadColumns<R> {
  const read = Object.entries(columns).filter(([, { changes }]) => (changes === true) === (which === 'changing'));
  return {
    names: read.map(([name]) => name),
    of(row) {
      const values: Record<string, string | number | null> = {};
      for (const [name, column] of read) {
        const value = column.of(row);
        values[name] = typeof value === 'boolean' ? Number(value) : value;
      }
      return values;
    },
  };
}

interface ReadColumns<R> {
  readonly names: readonly string[];
  of(row: R): Readonly<Record<string, string | number | null>>;
}
