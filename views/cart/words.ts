import type { ViewWords } from '../../src/mcp/view/view-words.js';
import { members, text } from './members.js';

/** Reads the words that the portal put into the page, in the reader's language. */

const groups = members(JSON.parse(document.querySelector('#words')?.textContent ?? '{}'));

/** Returns the word that a group has for a name from a response, if there is one. */
export function wordOf(group: keyof ViewWords, name: string): string | undefined {
  return text(members(groups[group])[name]) || undefined;
}

export function word(name: keyof ViewWords['others']): string {
  return wordOf('others', name) ?? '';
}

/**
 * Returns the text of a checkout's message for the buyer, because the message's own text tells agents which call to
 * make. A missing entry is named by the last part of its path; a summary has no paths.
 */
export function messageText(code: string, path: string, content: string): string {
  if (code !== 'field_required') return wordOf('messages', code) ?? content;
  if (path === '') return content;
  return wordOf('missing', path.split('.').at(-1) ?? '') ?? wordOf('missing', 'other') ?? content;
}

/** Returns the reason why a call was rejected, in words for the buyer. */
export function problemText(code: string): string {
  return wordOf('problems', code) ?? wordOf('problems', 'other') ?? code;
}
