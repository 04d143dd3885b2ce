import { Command } from 'commander';
import { eraserSecrets } from '../calls/eraser-secrets.js';
import { AT_ONCE } from '../calls/slices.js';
import { personId } from '../domain/person/person.js';
import { pluralize } from '../domain/values/pluralize.js';
import { AnswerPasses } from '../operations/privacy/answer-passes.js';
import { collectPersonalData } from '../operations/privacy/collect-personal-data.js';
import { eraseNamed } from '../operations/privacy/erase-named.js';
import type { Store } from '../ports.js';
import type { ErasureReport } from '../schema/privacy.js';
import { forgetPerson } from '../sign-in/sessions.js';
import { systemClock } from '../system.js';
import { makeLinks } from '../view/links.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { linkUrl } from './serving-file.js';
import { withStore } from './with-store.js';

export function privacyCommand(cli: Cli): Command {
  return new Command('privacy')
    .description(DESCRIPTIONS.privacy)
    .addCommand(exportCommand(cli))
    .addCommand(eraseCommand(cli));
}

interface PrivacyOptions {
  readonly organization?: string;
  readonly json?: boolean;
}

function exportCommand(cli: Cli): Command {
  return commandWith('export', 'print the personal data of carts and orders as JSON', ['database', 'publicUrl'])
    .argument('<email>', 'email address of the person')
    .option(...ORGANIZATION_OPTION)
    .action(async (email: string, options: PrivacyOptions) => {
      const data = await withStore(cli, { ...options }, async (store, _by, config) => {
        const links = makeLinks(() => linkUrl(config), store.secret('links'));
        const handlers = store.paymentHandlers().map(({ description }) => description);
        const organization = await chooseOrganization(store, options.organization);
        const address = checkedAddress(email);
        return collectPersonalData(
          store,
          { links, handlers, language: undefined },
          organization,
          { id: personId(store.secret('people'), address), email: address },
          AT_ONCE,
        );
      });
      cli.output.out(JSON.stringify(data, undefined, 2));
    });
}

interface EraseOptions extends PrivacyOptions {
  readonly consumer?: string;
}

function eraseCommand(cli: Cli): Command {
  return commandWith('erase', 'remove the personal data of carts, orders and former staff; it cannot be undone', [
    'database',
  ])
    .argument('[email]', 'email address of the person')
    .option('--consumer <id>', 'in place of a person: the name of a consumer and the reasons of its disputes')
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON')
    .action(async (email: string | undefined, { consumer, ...options }: EraseOptions) => {
      if ((email === undefined) === (consumer === undefined))
        throw new CommandError('name either an email address or --consumer');
      const report = await withStore(cli, { ...options }, async (store, by) => {
        const organization = await chooseOrganization(store, options.organization);
        const eraser = {
          ...by,
          list: store.list.bind(store),
          answers: new AnswerPasses(store),
          forget: () => store.forget(true),
          step: store.update.bind(store),
          secrets: eraserSecrets(store),
        };
        if (email !== undefined) {
          // First, since the erasure ends with the removal of what was erased from the files.
          const person = { id: personId(eraser.secrets.people, checkedAddress(email)) };
          await forgetPerson({ store, clock: systemClock }, person);
        } else if (consumer !== undefined) await assertConsumer(store, organization, consumer);
        return eraseNamed(eraser, organization, { email, consumer_id: consumer });
      });
      for (const line of options.json ? [JSON.stringify(report)] : reportLines(report)) cli.output.out(line);
    });
}

/** @throws CommandError if the organization has no such consumer */
async function assertConsumer(store: Pick<Store, 'read'>, organizationId: string, id: string): Promise<void> {
  const row = await store.read((rows) => rows.get('consumer', id));
  if (row?.organization_id !== organizationId) throw new CommandError(`there is no consumer ${id}`);
}

/** Describes what was erased, and what was kept with the reason. */
function reportLines(report: ErasureReport): readonly string[] {
  const { answers_removed, carts_kept, orders_kept, staff, reasons_erased } = report;
  const answers = pluralize(answers_removed, 'stored response', 'stored responses');
  if (reasons_erased !== undefined)
    return [`erased: name of the consumer, reasons in ${pluralize(reasons_erased, 'order')}, ${answers}`];
  const erased = [pluralize(report.orders_erased, 'order'), pluralize(report.carts_erased, 'cart'), answers];
  return [
    `erased: ${erased.join(', ')}${staff === 'erased' ? ', 1 staff member' : ''}`,
    ...(staff === 'kept' ? ['kept: a staff member; `portal staff remove` ends the role first'] : []),
    ...(carts_kept > 0 ? [`kept: ${pluralize(carts_kept, 'cart')} with an order or an open payment`] : []),
    ...orders_kept.map(
      ({ order_id, display_id, because }) => `kept: order ${display_id} (${order_id}), ${WHY[because]}`,
    ),
  ];
}

const WHY = {
  retention: "within the shop's order_retention_years",
  open_payment: 'its payment or refund is still open',
} as const;

function checkedAddress(email: string): string {
  if (email.includes('@')) return email;
  throw new CommandError('name an email address');
}
