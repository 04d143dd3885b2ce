import american from 'dictionary-en';
import british from 'dictionary-en-gb';
import { findLanguage } from '../domain/search/language.js';

/** Minimum letters of a word that the search may correct. */
const MIN_LENGTH = 4;

/** A rule of a Hunspell dictionary: words that match `form` may replace `strip` by `add` at one end. */
interface AffixRule {
  readonly isPrefix: boolean;
  readonly strip: string;
  readonly add: string;
  readonly form: RegExp;
}

/**
 * The text of `src/domain/search/english-words.ts`: the stems of American and British words, without names and
 * abbreviations. As a text that is searched, they need 0.3 MB of memory, the dictionaries 70 MB.
 */
export function englishWordsFile(): string {
  const language = findLanguage('en');
  const words = [american, british].flatMap(expandDictionary).filter((word) => word.length >= MIN_LENGTH);
  const stems = [...new Set(words.map((word) => language.term(word)))].sort();
  return `// Made by \`npm run gen\` from dictionary-en and dictionary-en-gb: a modified form, reduced to stems. Do not edit.

/** Stems of English words, each between two spaces. */
export const ENGLISH_WORDS =
  ' ${stems.join(' ')} ';
`;
}

/** Lists the words of a dictionary that are written in small letters, in all their forms. */
function expandDictionary({ aff, dic }: typeof american): string[] {
  const rules = readRules(new TextDecoder().decode(aff));
  const lines = new TextDecoder().decode(dic).split('\n').slice(1);
  return lines.flatMap((line) => {
    const [word = '', flags = ''] = line.split('/');
    if (!/^[a-z]+$/.test(word)) return [];
    const applicable = [...flags].flatMap((flag) => rules.get(flag) ?? []).filter(({ form }) => form.test(word));
    const suffixes = applicable.filter(({ isPrefix }) => !isPrefix);
    const forms = [word, ...suffixes.map(({ strip, add }) => word.slice(0, word.length - strip.length) + add)];
    const prefixes = applicable.filter(({ isPrefix }) => isPrefix);
    return [...forms, ...prefixes.flatMap(({ add }) => forms.map((one) => add + one))];
  });
}

/** Reads the affix rules by flag. */
function readRules(aff: string): ReadonlyMap<string, readonly AffixRule[]> {
  const rules = new Map<string, AffixRule[]>();
  for (const [, kind, flag = '', strip = '', add = '', form = ''] of aff.matchAll(
    /^(PFX|SFX) +(\S) +([a-z]+|0) +([a-z]+)\S* +(\S+)/gm,
  )) {
    const isPrefix = kind === 'PFX';
    const rule = {
      isPrefix,
      strip: strip === '0' ? '' : strip,
      add,
      form: new RegExp(isPrefix ? `^${form}` : `${form}$`),
    };
    rules.set(flag, [...(rules.get(flag) ?? []), rule]);
  }
  return rules;
}
