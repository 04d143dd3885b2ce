import { expect, test } from 'vitest';
import { startText } from '../../src/cli/start-text.js';

const URLS = { listening: 'http://127.0.0.1:3000', public: 'http://127.0.0.1:3000' };
const DEMO = {
  shop_id: 'shop',
  organization_id: 'org',
  deployment_id: 'dep',
  agent_id: 'agent',
  consumer_id: 'consumer',
  deployment_key: 'dk_1',
  organization_key: 'ok_1',
  path: '/docs/demo/secret',
};

test('reports that the client entry lacks the password of the database', () => {
  const told = 'with the password put into the URL of PORTAL_DB:';
  expect(startText(URLS, 'postgres://portal@db.example/portal', DEMO)).toContain(told);
  expect(startText(URLS, '/data/portal.db', DEMO)).toContain('.mcp.json of Claude Code):');
  expect(startText(URLS, 'postgres://portal@db.example/portal', undefined)).not.toContain(told);
});
