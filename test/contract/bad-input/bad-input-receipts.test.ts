import { receiptRows } from './receipt-rows.js';
import { signingKeyRows } from './signing-key-rows.js';
import { describeBadInput } from './suite.js';

describeBadInput(['signing-keys', 'receipts:write', 'receipts:read'], { ...signingKeyRows, ...receiptRows });
