import { readMember } from './read-member.js';

const ANSWERS = ['accept', 'decline', 'cancel'] as const;

/** The person who uses the client, to the extent that the client can show them questions. */
export interface Person {
  /** True if the client can show a form. */
  readonly canFill: boolean;
  /** True if the client can open a URL. */
  readonly canOpen: boolean;
  /** `requestState` of the question, which the client returns with the answers. */
  readonly state: string | undefined;
  /** The answer to a question; `undefined` if it was not asked yet. */
  answer(question: string): (typeof ANSWERS)[number] | undefined;
}

/** Reads the client's capabilities and the answers to an earlier question. */
export function readPerson(capabilities: unknown, responses: unknown, state: unknown): Person {
  const elicitation = readMember(capabilities, 'elicitation');
  const form = readMember(elicitation, 'form') !== undefined;
  const url = readMember(elicitation, 'url') !== undefined;
  return {
    // A client that declares neither `form` nor `url` supports forms (MCP, Elicitation).
    canFill: elicitation !== undefined && (form || !url),
    canOpen: url,
    state: typeof state === 'string' ? state : undefined,
    answer: (question) => ANSWERS.find((answer) => answer === readMember(readMember(responses, question), 'action')),
  };
}
