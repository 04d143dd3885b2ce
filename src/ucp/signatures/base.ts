import { type InnerList, type Item, parseDictionary, serializeInnerList, serializeItem } from 'structured-headers';
import type { SignableMessage } from './message.js';

/** The only supported component parameter; it selects a member of a dictionary. */
const MEMBER = 'key';

/**
 * Builds the signature base (RFC 9421, 2.5). Returns `undefined` if a component is missing, is repeated or has
 * unsupported parameters.
 */
export function signatureBase(message: SignableMessage, input: InnerList): string | undefined {
  const [components] = input;
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const component of components) {
    const name = serializeItem(component);
    const value = componentValue(message, component);
    if (value === undefined || seen.has(name)) return undefined;
    seen.add(name);
    lines.push(`${name}: ${value}`);
  }
  return [...lines, `"@signature-params": ${serializeInnerList(input)}`].join('\n');
}

function componentValue(message: SignableMessage, [name, parameters]: Item): string | undefined {
  if (typeof name !== 'string') return undefined;
  const member = parameters.get(MEMBER);
  if (parameters.size > (member === undefined ? 0 : 1)) return undefined;
  if (name.startsWith('@')) return member === undefined ? message.derived.get(name) : undefined;
  const values = message.field(name);
  if (values.length === 0) return undefined;
  const whole = values.map((value) => value.trim()).join(', ');
  return member === undefined ? whole : memberValue(whole, member);
}

/** Value of a dictionary member in canonical form (RFC 9421, 2.1.2). */
function memberValue(header: string, member: unknown): string | undefined {
  try {
    const found = typeof member === 'string' ? parseDictionary(header).get(member) : undefined;
    if (!found) return undefined;
    const [value, parameters] = found;
    return Array.isArray(value) ? serializeInnerList([value, parameters]) : serializeItem([value, parameters]);
  } catch {
    return undefined;
  }
}
