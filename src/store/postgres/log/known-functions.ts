import { migrationTexts } from '../connection/migrate.js';
import type { Session } from '../connection/session.js';

/** Matches the trigger functions that the migrations create: name and body. */
const CREATED = /^CREATE (?:OR REPLACE )?FUNCTION (\w+)\([^)]*\) RETURNS \w+\s+LANGUAGE \w+ AS \$\$([\s\S]*?)\$\$;/gm;

/** Functions in the tables' schema that have the same name as a function created by a migration. */
const FUNCTIONS = `
  SELECT proname AS function, prosrc AS source FROM pg_proc
  WHERE proname = ANY($1) AND pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('organization'))`;

interface FunctionRow {
  readonly [column: string]: unknown;
  readonly function: string;
  readonly source: string;
}

/** Lists functions of triggers whose bodies differ from those that the migrations create. */
export async function strangeFunctions(session: Session): Promise<string[]> {
  const created = createdFunctions();
  const found = await session.query<FunctionRow>(FUNCTIONS, [[...created.keys()]]);
  return found
    .filter(({ function: name, source }) => created.get(name) !== source)
    .map(({ function: name }) => `function ${name}`);
}

function createdFunctions(): ReadonlyMap<string, string> {
  const texts = migrationTexts().join('\n');
  return new Map([...texts.matchAll(CREATED)].map(([, name = '', source = '']) => [name, source]));
}
