/** Fixed ids, so that loading the demo twice, even concurrently, creates one shop. */
export const DEMO_IDS = {
  organization_id: 'org_01930000-0000-7000-8000-000000000001',
  shop_id: 'shop_01930000-0000-7000-8000-000000000002',
  deployment_id: 'dep_01930000-0000-7000-8000-000000000003',
  agent_id: 'agt_01930000-0000-7000-8000-000000000004',
  consumer_id: 'con_01930000-0000-7000-8000-000000000005',
};
