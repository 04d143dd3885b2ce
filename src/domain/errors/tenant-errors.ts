import { errorRows } from './error-row.js';

/** Errors of deployments, consumers, agents and keys. */
export const TENANT_ERRORS = errorRows({
  deployment_not_found: {
    status: 404,
    when: "The deployment does not exist, or is another organization's: both look the same.",
    fix: 'Use the id of a deployment of one of your shops.',
  },
  consumer_not_found: {
    status: 404,
    when: "The consumer does not exist, or is another organization's: both look the same.",
    fix: 'Use the id of a consumer of your organization.',
  },
  agent_not_found: {
    status: 404,
    when: "The agent does not exist, or is another organization's: both look the same.",
    fix: 'Use the id of an agent of your organization.',
  },
  key_not_found: {
    status: 404,
    when: "The key does not exist, or is another organization's: both look the same.",
    fix: 'List the keys and use an id from there.',
  },
  quota_exceeded: {
    status: 403,
    when: 'The call would add to what the organization has (API keys, items on sale, open carts, rows, bytes), and its quota is reached. Nothing was written. Orders, and what has begun, are never refused.',
    fix: 'Remove what the detail names, or ask the operator of the portal for a larger quota; a repeat alone does not help.',
  },
  link_code_invalid: {
    status: 400,
    when: 'The link code never existed, was used, or is older than 15 minutes: all look the same.',
    fix: "Ask the consumer's organization for a new code.",
  },
  consumer_already_linked: {
    status: 409,
    when: 'The consumer is already linked to an organization, and the link cannot be changed.',
    fix: 'Nothing to do, or create another consumer and link that one.',
  },
});
