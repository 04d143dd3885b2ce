import { z } from 'zod';
import { answer, text } from './primitives.js';
import { orderRequestRules } from './request-rules.js';

/** Maximum characters of a policy, which a model reads as a whole. */
const MAX_POLICY = 5_000;

/** A shop's policies in its settings. */
export const shopPolicies = z.strictObject({
  returns: text(MAX_POLICY, 'Policy on returns').exactOptional(),
  shipping: text(MAX_POLICY, 'Policy on shipping').exactOptional(),
  privacy: text(MAX_POLICY, 'Policy on privacy').exactOptional(),
});

/** The policies as agents read them. */
export const policies = answer({
  ...shopPolicies.shape,
  links: z.array(answer({ type: z.string(), url: z.string(), title: z.string().optional() })),
  order_requests: orderRequestRules.optional().describe('Requests of buyers that are accepted at once'),
});
