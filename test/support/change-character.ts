/**
 * Replaces one character, so that the text always differs. A fixed replacement would leave a text unchanged that has it
 * already.
 * @param index position of the character; a negative one counts from the end
 * @param letters the replacement, and the replacement of that character itself
 */
export function changeCharacter(text: string, index: number, letters: 'AB' | 'ab' | '01' | '12' = 'AB'): string {
  const [one, other] = letters;
  const at = index < 0 ? text.length + index : index;
  return `${text.slice(0, at)}${text[at] === one ? other : one}${text.slice(at + 1)}`;
}
