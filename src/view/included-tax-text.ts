/** Texts for the tax included in a total, by language. `{}` is the amount. */
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
 * Returns a text for the included tax, such as `includes $4.60 tax`; `undefined` if there is none in this language. The
 * amount is also in `tax_lines`.
 */
export function includedTaxText(amount: string, language: string): string | undefined {
  // A function, since `$` has a special meaning in a replacement text.
  return TEXTS[language.split('-', 1)[0]?.toLowerCase() ?? '']?.replace('{}', () => amount);
}
