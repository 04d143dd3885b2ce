/** Numbers that card networks and providers publish for tests. They belong to no account. */
const APPROVED = [
  ...['4242424242424242', '4111111111111111', '4012888888881881', '4000056655665556'],
  ...['5555555555554444', '5105105105105100', '5200828282828210', '2223003122003222'],
  ...['378282246310005', '371449635398431', '6011111111111117', '6011000990139424'],
  ...['3056930009020004', '36227206271667', '3566002020360505', '6200000000000005'],
];
const DECLINED = [
  ...['4000000000000002', '4000000000009995', '4000000000009987', '4000000000009979'],
  ...['4000000000000069', '4000000000000127', '4000000000000119'],
];
/** Their banks require authentication (3-D Secure). */
const CONFIRMED = ['4000002760003184', '4000002500003155', '4000000000003220', '4000000000003063'];

/** Test numbers that the sandbox accepts, each with the test token of the same outcome. */
export const TEST_NUMBERS: ReadonlyMap<string, 'tok_approve' | 'tok_decline' | 'tok_confirm'> = new Map([
  ...APPROVED.map((number) => [number, 'tok_approve'] as const),
  ...CONFIRMED.map((number) => [number, 'tok_confirm'] as const),
  ...DECLINED.map((number) => [number, 'tok_decline'] as const),
]);
