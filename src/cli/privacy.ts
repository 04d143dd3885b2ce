import { Command } from 'commander';
import { eraserSecrets } from '../calls/eraser-secrets.js';
import { AT_ONCE } from '../calls/slices.js';
import { personId } from '../domain/person/person.js';
import { pluralize } from '../domain/values/pluralize.js';
import { AnswerPasses } from '../operations/privacy/answer-passes.js';
import { collectPersonalData } from '../operations/privacy/collect-personal-data.js';
import { erasePerson } from '../operations/privacy/erase.js';
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

function eraseCommand(cli: Cli): Command {
  return commandWith('erase', 'remove the personal data of carts, orders and former staff; it cannot be undone', [
    'database',
  ])
    .argument('<email>', 'email address of the person')
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON')
    .action(async (email: string, options: PrivacyOptions) => {
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
        const address = checkedAddress(email);
        // First, since the erasure ends with the removal of what was erased from the files.
        await forgetPerson({ store, clock: systemClock }, { id: personId(eraser.secrets.people, address) });
        return erasePerson(eraser, organization, address);
      });
      if (options.json) cli.output.out(JSON.stringify(report));
      else {
        const { orders_erased, carts_erased, answers_removed, carts_kept, orders_kept, staff } = report;
        const erased = [
          pluralize(orders_erased, 'order'),
          pluralize(carts_erased, 'cart'),
          pluralize(answers_removed, 'stored response', 'stored responses'),
        ];
        cli.output.out(`erased: ${erased.join(', ')}${staff === 'erased' ? ', 1 staff member' : ''}`);
        if (staff === 'kept') cli.output.out('kept: a staff member; `portal staff remove` ends the role first');
        if (carts_kept > 0) cli.output.out(`kept: ${pluralize(carts_kept, 'cart')} with an order or an open payment`);
        for (const { order_id, display_id, because } of orders_kept)
          cli.output.out(`kept: order ${display_id} (${order_id}), ${WHY[because]}`);
      }
    });
}

const WHY = {
  retention: "within the shop's order_retention_years",
  open_payment: 'its payment or refund is still open',
} as const;

function checkedAddress(email: string): string {
  if (email.includes('@')) return email;
  throw new CommandError('name an email address');
}
