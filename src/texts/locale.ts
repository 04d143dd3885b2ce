import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import type { Texts } from './texts.js';

/** Supported languages. */
export const LANGUAGES = { en, de, fr, es, it } as const satisfies Readonly<Record<string, Texts>>;
export type Language = keyof typeof LANGUAGES;

/** Locale of a page: its texts, and the tag for formatting amounts and dates. */
export interface Locale {
  /** BCP 47 tag, such as "de-AT", whose language is supported. */
  readonly tag: string;
  readonly texts: Texts;
}

/** Maximum number of tags of an Accept-Language header that are considered. */
const MAX_TAGS = 20;

/**
 * Finds the supported language that the reader prefers (RFC 9110, 12.5.4). If there is none, the shop's language is
 * used if it is supported, otherwise English. `shopLanguage` is a BCP 47 tag.
 */
export function findLocale(acceptLanguage: string | undefined, shopLanguage: string): Locale {
  for (const tag of [...readTags(acceptLanguage), shopLanguage]) {
    const language = findTextLanguage(tag);
    if (language) return { tag, texts: LANGUAGES[language] };
  }
  return { tag: 'en', texts: en };
}

/** Reads the tags of an Accept-Language header, most wanted first. */
function readTags(acceptLanguage: string | undefined): string[] {
  if (acceptLanguage === undefined) return [];
  return acceptLanguage
    .split(',', MAX_TAGS)
    .flatMap(readTag)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The language of a tag, if it is supported. */
export function findTextLanguage(tag: string): Language | undefined {
  const [language = ''] = tag.toLowerCase().split('-', 1);
  return isLanguage(language) ? language : undefined;
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

function readTag(part: string): { readonly tag: string; readonly weight: number }[] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const given = parameters.find((text) => text.startsWith('q='))?.slice(2);
  const weight = given === undefined ? 1 : Number(given);
  if (name === '' || name === '*' || name.length > 35 || !(weight > 0)) return [];
  try {
    return Intl.getCanonicalLocales(name).map((tag) => ({ tag, weight }));
  } catch {
    return [];
  }
}
