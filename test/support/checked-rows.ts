import { checkRows } from '../../src/store/trusted-row.js';
import { ROW_FORMS } from './row-forms.js';

/** Every row that this process decodes has the form of its table, to the last member. */
checkRows((table, row) => {
  const { error } = ROW_FORMS[table].safeParse(row);
  if (error) throw new Error(`a row of ${table} has another form: ${error.message}\n${JSON.stringify(row)}`);
});
