import { isKept } from './number-text.js';
import { pathText } from './path-text.js';

type Path = readonly (string | number)[];

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;

/** Returns the path of the first number that `isWanted` accepts. The text must be strict JSON. */
export function pathOfNumber(text: string, isWanted: (token: string) => boolean): Path | undefined {
  const path: (string | number)[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const place = path.at(-1);
    if (token === '{') path.push('');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',' && typeof place === 'number') path[path.length - 1] = place + 1;
    else if (token === ':') path[path.length - 1] = String(JSON.parse(lastString));
    else if (token.startsWith('"')) lastString = token;
    else if (isWanted(token)) return path;
  }
  return undefined;
}

/** Returns the path of the first number that a double would change: 2.0000000000000000001 would be read as 2. */
export function pathOfChangedNumber(text: string): Path | undefined {
  return pathOfNumber(text, (token) => !isKept(token));
}

/**
 * Builds the error text for a number that a double would change. `what`: name of the text, used if the text is only
 * this number.
 */
export function changedNumberText(path: Path, what: string): string {
  const place = path.length === 0 ? what : pathText(path);
  return `${place}: must be a number that a double can hold, with at most 15 significant digits`;
}
