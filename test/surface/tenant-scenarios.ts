import type { Outcome } from '../support/surfaces.js';
import type { Known, Scenario, Step } from './scenarios.js';

const NAMED = { name: 'Ada', description: 'Keeps the\nbooks: "ledger", Größe.' };
const failing = (call: string, args: Readonly<Record<string, unknown>>, error: string): Step => ({
  call,
  args: () => args,
  error,
});
const consumer = ({ consumer }: Known) => ({ consumer_id: consumer });
const agent = ({ agent }: Known) => ({ agent_id: agent });
const keepConsumer = ({ body }: Outcome): Partial<Known> => ({ consumer: body.data.id });

/** Calls with an organization's key. Each run uses a separate organization with one agent. */
export const TENANT_SCENARIOS: readonly Scenario[] = [
  {
    name: 'shops',
    of: 'organization',
    steps: [
      { call: 'list_shops' },
      { call: 'create_shop', args: () => NAMED },
      { call: 'create_shop', args: () => ({ name: 'Plain' }) },
      { call: 'create_shop', args: () => ({ name: 'Nothing to say', description: null }) },
      failing('create_shop', {}, 'invalid_request'),
      failing('create_shop', { name: '' }, 'invalid_request'),
      failing('create_shop', { name: 'x'.repeat(121) }, 'invalid_request'),
      failing('create_shop', { name: 'A', description: 'x'.repeat(2001) }, 'invalid_request'),
      failing('create_shop', { name: 'A', description: 5 }, 'invalid_request'),
      failing('create_shop', { name: 'A', settings: {} }, 'invalid_request'),
      { call: 'list_shops' },
    ],
  },
  {
    name: 'consumers',
    of: 'organization',
    steps: [
      { call: 'create_consumer', args: () => NAMED, keep: keepConsumer },
      { call: 'get_consumer', args: consumer },
      { call: 'update_consumer', args: (known) => ({ ...consumer(known), name: 'Bob' }) },
      { call: 'update_consumer', args: (known) => ({ ...consumer(known), name: 'Bob', description: '' }) },
      { call: 'update_consumer', args: (known) => ({ ...consumer(known), name: 'Bob', description: null }) },
      { call: 'update_consumer', args: consumer, error: 'invalid_request' },
      failing('create_consumer', { description: null }, 'invalid_request'),
      failing('get_consumer', { consumer_id: 'con_nothing' }, 'consumer_not_found'),
      failing('get_consumer', { consumer_id: 'x'.repeat(200) }, 'consumer_not_found'),
      failing('update_consumer', { consumer_id: 'con_nothing', name: 'A' }, 'consumer_not_found'),
      { call: 'get_consumer', args: consumer },
    ],
  },
  {
    name: 'agents',
    of: 'organization',
    steps: [
      { call: 'get_agent', args: agent },
      { call: 'update_agent', args: (known) => ({ ...agent(known), ...NAMED }) },
      { call: 'update_agent', args: (known) => ({ ...agent(known), name: 'Bob' }) },
      { call: 'update_agent', args: (known) => ({ ...agent(known), name: 'Bob', description: null }) },
      { call: 'update_agent', args: (known) => ({ ...agent(known), name: null }), error: 'invalid_request' },
      failing('get_agent', { agent_id: 'agt_nothing' }, 'agent_not_found'),
      failing('update_agent', { agent_id: 'agt_nothing', name: 'A' }, 'agent_not_found'),
      { call: 'get_agent', args: agent },
    ],
  },
];
