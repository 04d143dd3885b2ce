import type { MailProblem } from './mail-problem.js';
import type { Order } from './order.js';

export function markMailProblem(order: Order, problem: Omit<MailProblem, 'at'>, now: number): Order {
  return { ...order, mail_problem: { ...problem, at: now }, updated_at: now };
}

/**
 * Marks that a mail to the buyer came back.
 * @param code enhanced status code, such as `5.1.1`
 */
export function markBounce(order: Order, code: string, now: number): Order {
  const { type, code: known } = order.mail_problem ?? {};
  return type === 'bounced' && known === code ? order : markMailProblem(order, { type: 'bounced', code }, now);
}

/** Removes the mark after a mail was accepted. A bounce stays: the server that accepts a mail need not know the address. */
export function clearRefusal(order: Order, now: number): Order {
  if (order.mail_problem?.type !== 'address_refused') return order;
  const { mail_problem, ...rest } = order;
  return { ...rest, updated_at: now };
}
