import { CHECKOUTS } from './checkouts.js';
import { RESOURCES } from './resources.js';
import type { Rule } from './rule.js';
import { TOTALS } from './totals.js';

/** Every rule that no schema says. */
export const RULES: readonly Rule[] = [...TOTALS, ...CHECKOUTS, ...RESOURCES];
