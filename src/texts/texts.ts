import type { en } from './en.js';

/** Texts of a language. English defines the form, so missing or extra texts are type errors. */
export type Texts = typeof en;
