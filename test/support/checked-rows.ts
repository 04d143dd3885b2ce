import { checkRows } from '../../src/store/decode-row.js';
import { TABLES } from '../../src/store/tables/tables.js';

/**
 * Every row that this process decodes or writes has the form of its table, to the last member; and what is written is what
 * would be decoded, so no member is undefined.
 */
checkRows((table, row) => {
  if (!isJson(row)) throw new Error(`a row of ${table} is not what its JSON says`);
  const { error } = TABLES[table].form().safeParse(row);
  if (error) throw new Error(`a row of ${table} has another form: ${error.message}\n${JSON.stringify(row)}`);
});

/** A value equals what its JSON says: true for no undefined member, -0, NaN, date or object of a class. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  if (Array.isArray(value)) return Array.from(value).every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}
