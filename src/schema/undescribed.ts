import { z } from 'zod';

/**
 * Copies a schema without descriptions, formats and limits, for tools that only name members which other tools
 * describe. Members must be texts, integers, lists and objects. An object may have other members too, since rare ones
 * are accepted but not named. `hints`: short descriptions of the object's own members, by name.
 */
export function undescribed(schema: unknown, hints: Readonly<Record<string, string>> = {}): z.ZodType {
  if (schema instanceof z.ZodOptional) return undescribed(schema.unwrap()).optional();
  if (schema instanceof z.ZodArray) return z.array(undescribed(schema.element));
  if (schema instanceof z.ZodNumber) return z.int();
  if (!(schema instanceof z.ZodObject)) return z.string();
  const members = Object.entries(schema.shape).map(([name, member]) => {
    const plain = undescribed(member);
    return [name, hints[name] === undefined ? plain : plain.describe(hints[name])];
  });
  return z.object(Object.fromEntries(members));
}
