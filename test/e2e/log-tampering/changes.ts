import { CHECKPOINT_TAMPERINGS } from './checkpoints.js';
import { COLUMN_TAMPERINGS } from './columns.js';
import { CUT_TAMPERINGS } from './cuts.js';
import { FORGERIES } from './forgeries.js';
import { FORM_TAMPERINGS } from './forms.js';
import { KEY_TAMPERINGS } from './keys.js';
import { LIFE_TAMPERINGS } from './life.js';
import { NODE_TAMPERINGS } from './nodes.js';
import { ROW_TAMPERINGS } from './rows.js';

/** Changes to a log by their groups in docs/dev/tampering.md. */
export const CHANGES = {
  columns: COLUMN_TAMPERINGS,
  rows: ROW_TAMPERINGS,
  cuts: CUT_TAMPERINGS,
  nodes: NODE_TAMPERINGS,
  keys: KEY_TAMPERINGS,
  forgeries: FORGERIES,
  life: LIFE_TAMPERINGS,
  checkpoints: CHECKPOINT_TAMPERINGS,
  forms: FORM_TAMPERINGS,
};
