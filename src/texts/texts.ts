import type { en } from './en.js';

/** What each language says. English is the form, so a text that is missing or too many is a type error. */
export type Texts = typeof en;
