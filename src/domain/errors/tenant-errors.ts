import { errorRows } from './error-row.js';

/** Error codes of deployments, consumers, agents, keys and quotas. */
export const TENANT_ERRORS = errorRows({
  deployment_not_found: {
    status: 404,
    when: 'The deployment does not exist or belongs to another organization; the response is the same.',
    fix: 'Use the id of a deployment of one of your shops.',
  },
  consumer_not_found: {
    status: 404,
    when: 'The consumer does not exist or belongs to another organization; the response is the same.',
    fix: 'Use the id of a consumer of your organization.',
  },
  agent_not_found: {
    status: 404,
    when: 'The agent does not exist or belongs to another organization; the response is the same.',
    fix: 'Use the id of an agent of your organization.',
  },
  key_not_found: {
    status: 404,
    when: 'The key does not exist or belongs to another organization; the response is the same.',
    fix: 'List the keys and use an id from there.',
  },
  grant_not_found: {
    status: 404,
    when: 'The shop has no grant with this id, or it belongs to another shop; the response is the same.',
    fix: "List the shop's grants and use an id from there.",
  },
  staff_not_found: {
    status: 404,
    when: 'The organization has no staff member with this id, or has removed them; the response is the same.',
    fix: 'List the staff and use an id from there.',
  },
  quota_exceeded: {
    status: 403,
    when: 'The call would exceed a quota of the organization (API keys, items on sale, open carts, rows or bytes). Nothing was written. Orders and payments in progress are never rejected.',
    fix: 'Remove objects of the kind in the detail, or ask the operator for a larger quota. A retry alone does not help.',
  },
  link_code_invalid: {
    status: 400,
    when: 'The link code never existed, was used, or is older than 15 minutes; the response is the same.',
    fix: "Ask the consumer's organization for a new code.",
  },
  consumer_already_linked: {
    status: 409,
    when: 'The consumer is already linked to an organization, and the link cannot be changed.',
    fix: 'Do nothing, or create another consumer and link that one.',
  },
});
