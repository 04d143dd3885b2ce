import { checkRows } from '../../src/store/decode-row.js';
import { TABLES } from '../../src/store/tables/tables.js';

/**
 * Checks that every row this process decodes or writes has exactly the members of its table, and that written rows
 * decode to the same value, so no member is undefined.
 */
checkRows((table, row) => {
  if (!isJson(row)) throw new Error(`a row of ${table} is not what its JSON says`);
  const { error } = TABLES[table].form().safeParse(row);
  if (error) throw new Error(`a row of ${table} has another form: ${error.message}\n${JSON.stringify(row)}`);
});

/** True if a value survives JSON: no undefined member, -0, NaN, date or class instance. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  if (Array.isArray(value)) return Array.from(value).every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}
