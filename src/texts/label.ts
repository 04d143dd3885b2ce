import { findTextLanguage } from './locale.js';

/** Joins a label and its value with a colon, before which French has a space. */
export function labeled(label: string, value: string, tag: string): string {
  return `${label}${colonIn(tag)} ${value}`;
}

/** The colon of a language, with the space that belongs before it. */
export function colonIn(tag: string): string {
  return findTextLanguage(tag) === 'fr' ? ' :' : ':';
}
