import type { MessageCode } from '../../../src/domain/checkout/message.js';
import { BLOCKING } from './blocking-rows.js';
import { OTHERS } from './other-rows.js';
import type { Row } from './row.js';

/** Every code of a message with the ways it comes about. */
export const TABLE: Readonly<Record<MessageCode, readonly Row[]>> = { ...BLOCKING, ...OTHERS };
