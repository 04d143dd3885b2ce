import { type InnerList, isInnerList, parseDictionary } from 'structured-headers';
import type { SignableMessage } from './message.js';

/** Maximum number of signatures checked per message, since each costs a verification. */
const MAX_CANDIDATES = 5;

export interface Candidate {
  readonly label: string;
  readonly input: InnerList;
  readonly signature: Buffer;
}

/** Lists the signatures that occur in both headers; none if a header is absent or not a dictionary. */
export function listCandidates(message: SignableMessage): readonly Candidate[] {
  try {
    const inputs = parseDictionary(message.field('signature-input').join(', '));
    const signatures = parseDictionary(message.field('signature').join(', '));
    return [...inputs].slice(0, MAX_CANDIDATES).flatMap(([label, input]) => {
      const [value] = signatures.get(label) ?? [];
      if (!isInnerList(input) || !(value instanceof ArrayBuffer)) return [];
      return [{ label, input, signature: Buffer.from(value) }];
    });
  } catch {
    return [];
  }
}
