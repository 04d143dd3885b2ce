import type { NoticeKind } from '../../domain/webhook/notices.js';
import type { Template } from '../content.js';
import { placed } from './placed.js';

export const TEMPLATES: Readonly<Record<NoticeKind, Template>> = { placed };
