import type { ViewWords } from '../../src/mcp/view/view-words.js';
import { members, text } from './members.js';

/** Reads the words that the portal put into the page, in the reader's language. */

const groups = members(JSON.parse(document.querySelector('#words')?.textContent ?? '{}'));

/** Finds a word in a group by a name from a response, if there is one. */
export function wordOf(group: keyof ViewWords, name: string): string | undefined {
  return text(members(groups[group])[name]) || undefined;
}

export function word(name: keyof ViewWords['others']): string {
  return wordOf('others', name) ?? '';
}

/**
 * Text of a checkout's message for the person who sees the cart, since the message's own text tells agents which call
 * to make. A missing entry is named by the last part of its path; a summary has no paths.
 */
export function messageText(code: string, path: string, content: string): string {
  if (code !== 'field_required') return wordOf('messages', code) ?? content;
  if (path === '') return content;
  return wordOf('missing', path.split('.').at(-1) ?? '') ?? wordOf('missing', 'other') ?? content;
}

/** Reason why a call was rejected, for the person. */
export function problemText(code: string): string {
  return wordOf('problems', code) ?? wordOf('problems', 'other') ?? code;
}
