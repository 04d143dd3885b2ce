import type { Template } from '../content.js';
import { changeContent } from './change.js';

/** The amount, and the payment handler's reason, are among the order's messages. */
export const refundFailed: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.refund_failed);
