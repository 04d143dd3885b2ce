import { keyRows } from './key-rows.js';
import { mailRows } from './mail-rows.js';
import { describeBadInput } from './suite.js';
import { tenantRows } from './tenant-rows.js';

describeBadInput(['consumers', 'agents', 'keys', 'staff', 'webhooks'], { ...tenantRows, ...keyRows, ...mailRows });
