/** Descriptions of the commands, so that `portal --help` loads none of them. */
export const DESCRIPTIONS = {
  serve: 'serve HTTP, MCP over HTTP, and the buyer pages',
  stdio: 'serve MCP on stdin and stdout for one client',
  init: 'create the database file, or update an existing one to the newest schema',
  migrate: 'copy the database, then migrate it to the schema of this program',
  'migrate-data':
    'copy a database file into an empty PostgreSQL database, or back; the portal serves until the last step, and both are compared at the end',
  orgs: 'manage organizations',
  keys: 'create, list, limit and revoke API keys',
  staff: 'manage who may sign in to the desk of an organization, and with which role',
  shop: "read and replace a shop's settings, and renew the links of its orders",
  shops: 'list shops',
  payments: "set, show, test and remove a shop's own accounts with payment providers",
  discounts: "list, create, replace and delete a shop's discounts",
  orders: 'show, list, find, export, ship and change orders',
  summary: 'sum up what a shop has sold, by day in its time zone',
  privacy: 'export or erase the personal data of carts and orders',
  audit: 'what happened in an organization, and who did it',
  receipt: 'create keys, sign, submit and verify job receipts, and export their proofs',
  log: 'verify the receipt logs, sign checkpoints, follow public logs, and go on after a restore or with another key',
  items: "list, show and change a shop's items, and move their stock",
  import: 'import items from a file: new ids are created, known ids changed',
  compact: 'rewrite the database file without the space left by removed rows; stop the portal first',
  backup: 'save the database, log key, signed heads and pictures as a new set in a folder; the portal may keep serving',
  restore: 'check a set that `portal backup` made, and put it in its place; nothing is overwritten',
  check: 'check the database and the logs, and report faults; writes nothing',
  ucp: 'manage the deployments that platforms can buy from over UCP',
  webhooks: 'manage the receivers of events, and see and resend deliveries',
  mail: 'preview, test, list, resend and show notices by mail, and record returned mail',
  media: "keep pictures of a shop's items",
} as const;

export type CommandName = keyof typeof DESCRIPTIONS;
