import { IMPORT_LIMITS } from '../schema/item-import.js';

/** Shortens members from another system to the maximum lengths of an item, with a warning for each. */
export function shortenMembers<Members extends object>(members: Members) {
  const warnings: string[] = [];
  const shortened: Record<string, unknown> = {};
  for (const [member, max] of Object.entries(IMPORT_LIMITS)) {
    const value: unknown = Reflect.get(members, member);
    if (!(typeof value === 'string' || Array.isArray(value)) || value.length <= max) continue;
    const unit = typeof value === 'string' ? 'characters' : 'entries';
    warnings.push(`${member}: has ${value.length} ${unit}; only the first ${max} are imported`);
    shortened[member] = typeof value === 'string' ? cutText(value, max) : value.slice(0, max);
  }
  return { members: { ...members, ...shortened }, warnings };
}

/** Cuts a text without splitting a surrogate pair, such as that of an emoji. */
function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
