import { adjustmentRows } from './adjustment-rows.js';
import { eventRows } from './event-rows.js';
import { describeBadInput } from './suite.js';

describeBadInput(['fulfillment'], { ...eventRows, ...adjustmentRows });
