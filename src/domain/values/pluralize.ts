/** Combines a number with its noun: `1 receipt`, `2 receipts`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
