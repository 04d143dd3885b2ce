import { CHECKOUTS } from './checkouts.js';
import { RESOURCES } from './resources.js';
import type { Rule } from './rule.js';
import { TOTALS } from './totals.js';

/** All rules that no schema expresses. */
export const RULES: readonly Rule[] = [...TOTALS, ...CHECKOUTS, ...RESOURCES];
