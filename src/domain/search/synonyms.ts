import type { SearchLanguage } from './language.js';
import { SYNONYM_GROUPS } from './synonym-groups.js';
import { splitChunks } from './tokens.js';

/** Other names of a thing: one or two words each, folded. */
type Name = readonly string[];

export interface Synonyms {
  /** Words that mean the same as the word, alone or with the word before or after it. */
  readonly words: readonly string[];
  /** Pairs of words that mean the same as the word. */
  readonly pairs: readonly (readonly [string, string])[];
}

const TABLES = new Map<string, ReadonlyMap<string, readonly Name[]>>();

/**
 * Finds the synonyms of the word at `index` among the significant words of a query. After "jump leads", "jump" means
 * "jumper" and "leads" means "cables".
 */
export function findSynonyms(words: readonly string[], index: number, language: SearchLanguage): Synonyms {
  const [before, word = '', after] = [words[index - 1], words[index] ?? '', words[index + 1]];
  const names = namesFor([word], language);
  const asFirst = after === undefined ? [] : namesFor([word, after], language);
  const asSecond = before === undefined ? [] : namesFor([before, word], language);
  const partAt = (place: 0 | 1) => (name: Name) => name[Math.min(place, name.length - 1)] ?? '';
  return {
    words: [
      ...names.filter(({ length }) => length === 1).flat(),
      ...asFirst.map(partAt(0)),
      ...asSecond.map(partAt(1)),
    ],
    pairs: names.flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [[one, other] as const])),
  };
}

function namesFor(name: Name, language: SearchLanguage): readonly Name[] {
  let table = TABLES.get(language.code);
  if (!table) {
    table = readGroups(SYNONYM_GROUPS[language.code] ?? '', language);
    TABLES.set(language.code, table);
  }
  return table.get(keyOf(name, language)) ?? [];
}

/** Maps each name of the groups to the others of its group. Both are compared by stems. */
function readGroups(text: string, language: SearchLanguage): ReadonlyMap<string, readonly Name[]> {
  const table = new Map<string, readonly Name[]>();
  for (const line of text.split('\n')) {
    const [both = [], after = []] = line.split(' > ').map((part) => part.split(' ').map((name) => readName(name)));
    for (const name of both) {
      const key = keyOf(name, language);
      const others = [...both, ...after].filter((other) => keyOf(other, language) !== key);
      table.set(key, [...(table.get(key) ?? []), ...others]);
    }
  }
  return table;
}

function readName(name: string): Name {
  return splitChunks(name.replaceAll('_', ' ')).flat();
}

function keyOf(name: Name, language: SearchLanguage): string {
  return name.map((word) => language.term(word)).join(' ');
}
