import type { InputForm } from './input-form.js';

/**
 * Removes optional text members that are `null` or empty, which clients with forms send for fields left blank. A member
 * stays if its schema accepts such a value, because the value then has a meaning. Returns the same object if nothing
 * changes.
 */
export function withoutAbsentTexts(value: unknown, form: InputForm): unknown {
  if (Array.isArray(value)) return form.entry ? entriesOf(value, form.entry) : value;
  if (form.type !== 'object' || typeof value !== 'object' || value === null) return value;
  let changed: Map<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const inner = form.members.get(name);
    if (!inner) continue;
    const isAbsent = isAbsentText(member, inner) && !form.required.has(name);
    const read = isAbsent ? undefined : withoutAbsentTexts(member, inner);
    if (!isAbsent && read === member) continue;
    changed ??= new Map(Object.entries(value));
    if (isAbsent) changed.delete(name);
    else changed.set(name, read);
  }
  return changed ? Object.fromEntries(changed) : value;
}

function entriesOf(list: readonly unknown[], entry: InputForm): unknown {
  const entries = list.map((one) => withoutAbsentTexts(one, entry));
  return entries.every((one, index) => one === list[index]) ? list : entries;
}

function isAbsentText(value: unknown, { type, acceptsNull, acceptsEmptyText }: InputForm): boolean {
  if (type !== 'string') return false;
  return value === null ? !acceptsNull : value === '' && !acceptsEmptyText;
}
