import { migrationTexts } from '../connection/migrate.js';
import type { Session } from '../connection/session.js';

/** Matches the trigger functions that the migrations create: name and body. */
const CREATED = /^CREATE FUNCTION (\w+)\([^)]*\) RETURNS \w+\s+LANGUAGE \w+ AS \$\$([\s\S]*?)\$\$;/gm;

/** Triggers of the tables, with the functions that they call. `is_after`: neither BEFORE nor INSTEAD OF. */
const TRIGGERS = `
  SELECT found.relname AS name, called.proname AS function, called.prosrc AS source, (tgtype & 66) = 0 AS is_after
  FROM pg_trigger JOIN pg_class AS found ON found.oid = tgrelid JOIN pg_proc AS called ON called.oid = tgfoid
  WHERE NOT tgisinternal AND found.oid IN (SELECT to_regclass(quote_ident(name)) FROM unnest($1::text[]) AS name)`;
/** Functions in the tables' schema that have the same name as a function created by a migration. */
const FUNCTIONS = `
  SELECT proname AS function, prosrc AS source FROM pg_proc
  WHERE proname = ANY($1) AND pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('organization'))`;

interface FunctionRow {
  readonly function: string;
  readonly source: string;
}
type TriggerRow = FunctionRow & { readonly name: string; readonly is_after: boolean };

/** Lists tables that have triggers not defined by the migrations, and functions whose bodies differ from theirs. */
export async function strangeTriggers(session: Session, tables: readonly string[]): Promise<string[]> {
  const created = createdFunctions();
  const isKnown = ({ function: name, source }: FunctionRow) => created.get(name) === source;
  const [triggers, functions] = await Promise.all([
    session.query<TriggerRow>(TRIGGERS, [tables]),
    session.query<FunctionRow>(FUNCTIONS, [[...created.keys()]]),
  ]);
  return [
    ...triggers.filter((trigger) => !trigger.is_after || !isKnown(trigger)).map(({ name }) => name),
    ...functions.filter((one) => !isKnown(one)).map((one) => one.function),
  ];
}

function createdFunctions(): ReadonlyMap<string, string> {
  const texts = migrationTexts().join('\n');
  return new Map([...texts.matchAll(CREATED)].map(([, name = '', source = '']) => [name, source]));
}
