import type { Answer } from './answer.js';
import type { AnswerDecision } from './context.js';

/**
 * Renders the response of a decision after its commit.
 * @throws PortalError if the decision ended in an error
 */
export function renderAnswer<Body, HttpBody>(answer: AnswerDecision<Body, HttpBody>['answer']): Answer<Body, HttpBody> {
  if (typeof answer === 'function') return answer();
  if ('refusal' in answer) throw answer.refusal;
  return answer;
}
