import type { MailProblem } from './mail-problem.js';
import type { Order } from './order.js';

export function markMailProblem(order: Order, problem: Omit<MailProblem, 'at'>, now: number): Order {
  return { ...order, mail_problem: { ...problem, at: now }, updated_at: now };
}

/** Removes the mark after a mail was accepted. A bounce stays: the server that accepts a mail need not know the address. */
export function clearRefusal(order: Order, now: number): Order {
  if (order.mail_problem?.type !== 'address_refused') return order;
  const { mail_problem, ...rest } = order;
  return { ...rest, updated_at: now };
}
