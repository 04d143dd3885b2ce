import { inputResponse } from '@modelcontextprotocol/server';
import { memberOf } from './member-of.js';

/** The person at the other end, as far as the client lets the portal ask them something. */
export interface Person {
  /** The client can show a form. */
  readonly canFill: boolean;
  /** The client can have an address opened. */
  readonly canOpen: boolean;
  /** What came back with the answers: `requestState` of the question. */
  readonly state: string | undefined;
  /** Undefined = not asked yet. */
  answer(question: string): 'accept' | 'decline' | 'cancel' | undefined;
}

/** What a request says of the person: the client's capabilities, and the answers to an earlier question. */
export function personOf(capabilities: unknown, responses: unknown, state: unknown): Person {
  const elicitation = memberOf(capabilities, 'elicitation');
  const form = memberOf(elicitation, 'form') !== undefined;
  const url = memberOf(elicitation, 'url') !== undefined;
  return {
    // A client that names neither means forms (protocol, Elicitation).
    canFill: elicitation !== undefined && (form || !url),
    canOpen: url,
    state: typeof state === 'string' ? state : undefined,
    answer(question) {
      const { kind, ...response } = inputResponse(recordOf(responses), question);
      return kind === 'elicit' && 'action' in response ? response.action : undefined;
    },
  };
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
