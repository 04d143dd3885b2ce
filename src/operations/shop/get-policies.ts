import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { policies } from '../../schema/policies.js';
import { dataOf } from '../../schema/primitives.js';

export const getPolicies = defineOperation({
  name: 'get_policies',
  title: "Get the shop's policies",
  description:
    "The shop's rules on returns, shipping and privacy, in its own words, its links, and which requests it accepts at once. A policy that the shop has not written is absent.",
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: dataOf(policies),
  sample: () => ({}),
  errors: [],
  http: { method: 'get', path: '/api/commerce/policies' },
  mcp: { description: "Read the shop's rules on returns, shipping and privacy." },
  handle: (context: Context<'view'>) =>
    context.read((rows) => {
      const { shop_id } = required(context.caller.deployment, 'deployment');
      const { settings } = required(rows.get('shop', shop_id), 'shop');
      const { absolute } = context.services.view.links;
      const links = settings.links.map((link) => ({ ...link, url: absolute(link.url) }));
      const { order_requests } = settings;
      return { body: { data: { ...settings.policies, links, ...(order_requests && { order_requests }) } } };
    }),
});
