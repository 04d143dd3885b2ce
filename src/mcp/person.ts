import { inputResponse } from '@modelcontextprotocol/server';
import { memberOf } from './member-of.js';

/** The person behind the client, as far as the client can show them a question. */
export interface Person {
  /** The client can show a form. */
  readonly canFill: boolean;
  /** The client can open a URL. */
  readonly canOpen: boolean;
  /** `requestState` of the question, returned with the answers. */
  readonly state: string | undefined;
  /** `undefined` if not asked yet. */
  answer(question: string): 'accept' | 'decline' | 'cancel' | undefined;
}

/** Reads the client's capabilities and the answers to an earlier question. */
export function personOf(capabilities: unknown, responses: unknown, state: unknown): Person {
  const elicitation = memberOf(capabilities, 'elicitation');
  const form = memberOf(elicitation, 'form') !== undefined;
  const url = memberOf(elicitation, 'url') !== undefined;
  return {
    // A client that names neither supports forms (protocol, Elicitation).
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
