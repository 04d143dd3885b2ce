/** How the total says, in the reader's language, how much tax is in it. `{}` is the amount. */
const TEXTS: Readonly<Record<string, string>> = {
  cs: 'včetně daně {}',
  da: 'inkl. {} i afgift',
  de: 'enthält {} Steuern',
  el: 'περιλαμβάνει φόρο {}',
  en: 'includes {} tax',
  es: 'incluye {} de impuestos',
  fi: 'sisältää veroa {}',
  fr: 'dont {} de taxes',
  hu: '{} adót tartalmaz',
  it: 'include {} di imposte',
  ja: '税{}を含む',
  ko: '세금 {} 포함',
  nb: 'inkl. {} i avgift',
  nl: 'inclusief {} belasting',
  no: 'inkl. {} i avgift',
  pl: 'w tym podatek {}',
  pt: 'inclui {} de impostos',
  ro: 'include taxe de {}',
  sk: 'vrátane dane {}',
  sv: 'inkl. {} i skatt',
  tr: '{} vergi dahil',
  zh: '含税{}',
};

/**
 * The words for an amount of included tax, such as `includes $4.60 tax`. Undefined in a language without words here:
 * `tax_lines` has the amount in every language.
 */
export function includedTaxText(amount: string, language: string): string | undefined {
  // A function, since `$` in a replacement has a meaning of its own.
  return TEXTS[language.split('-', 1)[0]?.toLowerCase() ?? '']?.replace('{}', () => amount);
}
