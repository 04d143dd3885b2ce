import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Scope } from '../domain/tenant/tenant.js';
import { ProtocolError } from './protocol-error.js';

/** Maximum characters of an argument. */
const MAX_ARGUMENT = 500;

interface Declared {
  readonly title: string;
  readonly description: string;
  /** Scope of the tools that the prompt uses. */
  readonly scope: Scope;
  readonly args: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
  text(args: Readonly<Record<string, string | undefined>>): string;
}

/** Prompts that a person selects in a client. The selected one becomes the first message to the model. */
const PROMPTS: Readonly<Record<string, Declared>> = {
  shop: {
    title: 'Shop',
    description: 'Find something, agree on it, and buy it',
    scope: 'commerce',
    args: {
      what: { description: 'What to buy, such as "two enamel mugs"', required: true },
      budget: { description: 'What it may cost in all, such as "60 dollars"' },
    },
    text: ({ what, budget }) => `Buy this for me: ${what}.${
      budget ? ` It may cost at most ${budget} in all, with shipping and tax.` : ''
    }
Search the catalog and show me up to three items that fit, with their prices and stock. Ask me which one I want, and for \
what you need to know: size or color, name and email, the address, how it is to be delivered. Then tell me the total \
and what it is made of. Complete the checkout only after I have agreed to that total.`,
  },
  check_order: {
    title: 'Check an order',
    description: 'What an order holds, where it is, and what can still be done',
    scope: 'commerce',
    args: { order: { description: 'Its number or id; without it the latest order' } },
    text: ({
      order,
    }) => `Tell me about ${order ? `my order ${order}` : 'my latest order'}. Find it with list_orders, unless \
you have its id, and read it with get_order. Say in a few sentences what it holds, whether it is paid, what has been \
shipped and what is still to come, and what I can do with it now. Change nothing.`,
  },
  prove_job: {
    title: 'Prove a job',
    description: 'Sign a receipt of what you did, and submit it',
    scope: 'receipts:write',
    args: {
      job: { description: 'What was done, such as "bought the mugs that were ordered"', required: true },
      order_id: { description: 'The order that the job was about' },
    },
    text: ({ job, order_id }) => `Prove that this job was done: ${job}.
${
  order_id
    ? `Call get_receipt_context with the order ${order_id}; its hash is the receipt's context_hash.`
    : 'If it was about an order, get_receipt_context answers the context_hash of the receipt.'
} Write the receipt, sign its canonical JSON with the agent's Ed25519 key where that key is kept, and submit both with \
submit_receipt. Never show the private key. Then tell me the receipt's id, and that it is in the log.`,
  },
};

/** Lists the prompts for a caller with these scopes, in a fixed order. */
export function promptsFor(scopes: ReadonlySet<Scope>): Prompt[] {
  const usable = Object.entries(PROMPTS).filter(([, { scope }]) => scopes.has(scope));
  return usable.map(([name, { title, description, args }]) => ({
    name,
    title,
    description,
    arguments: Object.entries(args).map(([argument, { description: meaning, required = false }]) => ({
      name: argument,
      description: meaning,
      required,
    })),
  }));
}

/**
 * Accepts arguments of any type, since the SDK reports a wrong type as a fault of the server. `buildPrompt` rejects
 * wrong types instead.
 */
export const promptParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** @throws ProtocolError for an unknown prompt, or an argument that is missing, unknown, too long or not a string */
export function buildPrompt(name: string, given: Readonly<Record<string, unknown>>): GetPromptResult {
  const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  if (!prompt) throw refused(`Unknown prompt "${name.slice(0, 64)}"`);
  for (const [argument, { required }] of Object.entries(prompt.args)) {
    const value = given[argument] ?? '';
    if (typeof value !== 'string') throw refused(`${argument}: must be a string`);
    const { length } = value.trim();
    if (required && length === 0) throw refused(`${argument}: must not be empty`);
    if (length > MAX_ARGUMENT) throw refused(`${argument}: must have at most ${MAX_ARGUMENT} characters`);
  }
  const unknown = Object.keys(given).find((argument) => !Object.hasOwn(prompt.args, argument));
  if (unknown !== undefined)
    throw refused(`${unknown.slice(0, 64)}: "${name}" accepts ${Object.keys(prompt.args).join(', ')}`);
  const args = Object.fromEntries(
    Object.entries(given).map(([argument, value]) => [argument, String(value ?? '').trim()]),
  );
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(args) } }],
  };
}

function refused(why: string): ProtocolError {
  return new ProtocolError('invalid_params', why);
}
