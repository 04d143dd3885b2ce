import type { ViewWords } from '../../src/mcp/view/view-words.js';
import { members, text } from './members.js';

/** The portal puts the words of the reader's language into the page. */

const groups = members(JSON.parse(document.querySelector('#words')?.textContent ?? '{}'));

/** A word of a group by a name from an answer, if there is one. */
export function wordOf(group: keyof ViewWords, name: string): string | undefined {
  return text(members(groups[group])[name]) || undefined;
}

export function word(name: keyof ViewWords['others']): string {
  return wordOf('others', name) ?? '';
}

/**
 * A message of the checkout in words for the person who sees the cart: the answer's own tell agents which call to make.
 * A missing entry is named by the last part of its path; a summary has no path.
 */
export function messageText(code: string, path: string, content: string): string {
  if (code !== 'field_required') return wordOf('messages', code) ?? content;
  if (path === '') return content;
  return wordOf('missing', path.split('.').at(-1) ?? '') ?? wordOf('missing', 'other') ?? content;
}

/** Why a call was rejected, for the person. */
export function problemText(code: string): string {
  return wordOf('problems', code) ?? wordOf('problems', 'other') ?? code;
}
