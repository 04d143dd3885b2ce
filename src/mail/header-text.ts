/** Longest display name or subject. Characters. */
const MAX_LENGTH = 150;

/**
 * Makes a text safe for a header: one line, without control characters and without invisible ones, such as those that
 * reverse the direction of the text.
 */
export function headerText(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, MAX_LENGTH).join('');
}

/** Scripts whose letters look like those of another one here. */
const LOOK_ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * Returns a sender's name as mail clients may show it; empty if it could pass for another sender: a name that looks like
 * an address or a site, or a word that mixes scripts with similar letters, such as a Cyrillic "а" in a Latin name.
 */
export function displayName(text: string): string {
  const name = headerText(text.normalize('NFKC'));
  const isAddress = /@|:\/\//.test(name);
  const isMixed = name.split(/[^\p{L}\p{M}]+/u).some((word) => LOOK_ALIKE.filter((one) => one.test(word)).length > 1);
  return isAddress || isMixed ? '' : name;
}
