import { isDeepStrictEqual } from 'node:util';
import { checkRows } from '../../src/store/decode-row.js';
import { TABLES } from '../../src/store/tables/tables.js';

/**
 * Every row that this process decodes or writes has the form of its table, to the last member; and what is written is what
 * would be decoded, so no member is undefined.
 */
checkRows((table, row) => {
  if (!isDeepStrictEqual(row, JSON.parse(JSON.stringify(row))))
    throw new Error(`a row of ${table} is not what its JSON says`);
  const { error } = TABLES[table].form().safeParse(row);
  if (error) throw new Error(`a row of ${table} has another form: ${error.message}\n${JSON.stringify(row)}`);
});
