import type { Template } from '../content.js';
import { changeContent } from './change.js';

/** The reason is among the order's messages. */
export const held: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.held);

export const released: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.released);
