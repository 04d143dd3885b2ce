import type { Template } from '../content.js';
import { changeContent } from './change.js';

export const linkRenewed: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.link_renewed);
