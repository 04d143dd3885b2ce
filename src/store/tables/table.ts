import type { ZodType } from 'zod';

export type ColumnValue = string | number | boolean | null;

type ValueColumn<R> =
  | { readonly type: 'text'; readonly nullable?: never; readonly of: (row: R) => string }
  | { readonly type: 'text'; readonly nullable: true; readonly of: (row: R) => string | null }
  | { readonly type: 'integer'; readonly nullable?: never; readonly of: (row: R) => number | boolean }
  | { readonly type: 'integer'; readonly nullable: true; readonly of: (row: R) => number | null };

/** A copy of a member, or a value computed from the row, to search, order and constrain rows by. */
export type Column<R> = ValueColumn<R> & {
  /** Omit for a column that never changes after the insert. */
  readonly changes?: true;
};

export type Columns<R> = Readonly<Record<string, Column<R>>>;

/** A column that is not computed from the row: the engine numbers rows, or derives the value when it writes. */
export interface FilledColumn {
  readonly type: 'text' | 'integer';
  /** Old files have rows without a number. */
  readonly nullable?: 'sqlite';
}

/** A table that foreign keys of others may refer to. */
export interface Referred {
  /** Tables that its rows refer to; their rows are written first. */
  readonly after: readonly Referred[];
}

/** A form that names every member of a row, also the optional ones. */
type CompleteForm<R> = ZodType<R> & { readonly shape: { readonly [Member in keyof Required<R>]: unknown } };

interface Declared<R> extends Referred {
  /** The form of a row. Rows are checked in tests alone (test/support/checked-rows.ts). */
  readonly form: () => CompleteForm<R>;
  readonly key: (row: R) => string;
  /** Columns besides `key`, `created_at`, `version` and `body`. */
  readonly columns: Columns<R>;
  readonly filled?: Readonly<Record<string, FilledColumn>>;
  /** True for rows that are read more often than written: both engines keep the parsed rows. */
  readonly cached: boolean;
  readonly move?: {
    /** Columns that a data move addresses rows by. Defaults to `key`. */
    readonly by?: readonly string[];
    /**
     * A new row may need the unique value of an old one, such as the cart of a buyer: changed rows are written first.
     */
    readonly takesPlaces?: true;
  };
}

/** A table whose rows are never deleted: a delete would have to search for references to them. */
export interface PermanentTable<R> extends Declared<R> {
  readonly removable: false;
}

export interface RemovableTable<R> extends Declared<R> {
  readonly removable: true;
}

export type Table<R> = PermanentTable<R> | RemovableTable<R>;

/** The computed columns of a row, either the fixed ones or those that change. Booleans are 0 and 1. */
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
