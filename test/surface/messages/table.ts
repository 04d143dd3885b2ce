import type { MessageCode } from '../../../src/domain/checkout/message.js';
import { BLOCKING } from './blocking-rows.js';
import { OTHERS } from './other-rows.js';
import type { Row } from './row.js';

/** Every message code with the situations that cause it. */
export const TABLE: Readonly<Record<MessageCode, readonly Row[]>> = { ...BLOCKING, ...OTHERS };
