import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { withoutUmlautPairs } from './fold.js';
import { IRREGULAR } from './irregular.js';
import { BREAKS, STOP_WORDS } from './stop-words.js';

/** Search rules of a language. */
export interface SearchLanguage {
  /** ISO 639-1 code; empty for unsupported languages, whose words are not stemmed. */
  readonly code: string;
  readonly stopWords: ReadonlySet<string>;
  readonly breaks: ReadonlySet<string>;
  /** True if titles start with the noun ("taza de café"), false if they end with it ("coffee mug"). */
  readonly headFirst: boolean;
  /**
   * Inflections that may follow a stem at the end of a compound ("lamp" + "e" in Schreibtischlampe); empty if the
   * language does not write compounds as one word.
   */
  readonly endings: readonly string[];
  /** Returns the stem that the forms of a word share. */
  term(word: string): string;
}

type Stem = (word: string) => string;

/** Maximum cached words per language. A full cache is cleared. */
const MAX_KEPT = 20_000;

const LANGUAGES: Readonly<Record<string, SearchLanguage>> = {
  en: language('en', (word) => english(IRREGULAR.get(word) ?? word)),
  de: language('de', (word) => german(withoutUmlautPairs(word)), { endings: ['', 'e', 'en', 'n', 'er', 's', 'es'] }),
  fr: language('fr', french, { headFirst: true }),
  es: language('es', spanish, { headFirst: true }),
  it: language('it', italian, { headFirst: true }),
  nl: language('nl', dutch, { endings: ['', 'en', 's', 'e'] }),
};

const UNKNOWN = language('', (word) => word);

/** Search rules for a BCP 47 tag. */
export function findLanguage(tag: string): SearchLanguage {
  const [code = ''] = tag.toLowerCase().split('-');
  return LANGUAGES[code] ?? UNKNOWN;
}

function language(
  code: string,
  stem: Stem,
  { headFirst = false, endings = [] }: Partial<Pick<SearchLanguage, 'headFirst' | 'endings'>> = {},
): SearchLanguage {
  const kept = new Map<string, string>();
  return {
    code,
    headFirst,
    endings,
    stopWords: new Set(STOP_WORDS[code] ?? []),
    breaks: new Set(BREAKS[code] ?? []),
    term(word) {
      const known = kept.get(word);
      if (known !== undefined) return known;
      const term = word.length > 2 && /^\p{L}+$/u.test(word) ? stem(word) : word;
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(word, term);
      return term;
    },
  };
}
