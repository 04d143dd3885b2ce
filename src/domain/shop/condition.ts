/** Condition of goods, in the terms of schema.org (OfferItemCondition) and Google product data. */
export const CONDITIONS = ['new', 'refurbished', 'used'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Conditions that are stored; new goods have none. */
export type WornCondition = Exclude<Condition, 'new'>;

/** Words that shops usually use for each condition, by language. */
const WORDS: Readonly<Record<string, Readonly<Record<WornCondition, string>>>> = {
  en: { refurbished: 'refurbished', used: 'used' },
  de: { refurbished: 'generalüberholt', used: 'gebraucht' },
  fr: { refurbished: 'reconditionné', used: 'occasion' },
  es: { refurbished: 'reacondicionado', used: 'segunda mano' },
  it: { refurbished: 'ricondizionato', used: 'usato' },
};

/**
 * Title under which an item is sold. It includes the condition, so that no buyer mistakes used goods for new ones.
 * `tag`: BCP 47 language tag.
 */
export function saleTitle(
  { title, condition }: { readonly title: string; readonly condition?: WornCondition },
  tag: string,
): string {
  if (condition === undefined) return title;
  const [language = ''] = tag.toLowerCase().split('-', 1);
  return `${title} – ${(WORDS[language] ?? WORDS.en)?.[condition] ?? condition}`;
}
