import { Command, Option } from 'commander';
import type { z } from 'zod';
import { personId } from '../domain/person/person.js';
import type { StaffMember } from '../domain/person/staff.js';
import { wantedNotices } from '../domain/person/staff-notices.js';
import { ROLE_NAMES, type Role } from '../domain/tenant/roles.js';
import { collectPages } from '../lists/every-page.js';
import {
  buildNoticeChoice,
  buildRoleChange,
  buildStaffMember,
  buildStaffRemoval,
  findStaffMember,
  type StaffRole,
} from '../operations/tenancy/staff-writes.js';
import { buildInvitation } from '../outbox/invitation.js';
import type { Rows, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { staffEmail, staffNotices } from '../schema/staff.js';
import { isNotice, noticeView } from '../view/notice-view.js';
import { staffView } from '../view/staff-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { withReader, withStore } from './with-store.js';

export function staffCommand(cli: Cli): Command {
  return new Command('staff')
    .description(DESCRIPTIONS.staff)
    .addCommand(addCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(roleCommand(cli))
    .addCommand(removeCommand(cli))
    .addCommand(noticesCommand(cli))
    .addCommand(inviteCommand(cli));
}

interface BaseOptions {
  readonly organization?: string;
  readonly json?: boolean;
}

interface StaffOptions extends BaseOptions {
  readonly role: Role;
  readonly shops?: string;
}

/** A command about one person. */
function personCommand(name: string, description: string): Command {
  return commandWith(name, description, ['database'])
    .argument('<email>', 'mail address of the person')
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON');
}

/** A command that gives a person a role. */
function givingCommand(name: string, description: string): Command {
  const role = new Option('--role <role>', 'role (docs/operations.md, Roles)').choices([...ROLE_NAMES]);
  return personCommand(name, description)
    .addOption(role.makeOptionMandatory())
    .option('--shops <ids>', 'the only shops of the role, separated by commas (default: all)');
}

function addCommand(cli: Cli): Command {
  return givingCommand('add', 'give a person a role; they sign in with this mail address').action(
    async (email: string, options: StaffOptions) => {
      if (!staffEmail.safeParse(email).success) throw new CommandError(`${email} is not a mail address`);
      await changeStaff(cli, options, (rows, by, organization, secret) =>
        buildStaffMember(rows, by, organization, { email, secret }, givenBy(options)),
      );
    },
  );
}

function roleCommand(cli: Cli): Command {
  return givingCommand('role', 'replace the role and the shops of a staff member').action(
    async (email: string, options: StaffOptions) => {
      await changeStaff(cli, options, (rows, by, organization, secret) =>
        buildRoleChange(rows, by, namedStaff(rows, organization, secret, email), givenBy(options)),
      );
    },
  );
}

function removeCommand(cli: Cli): Command {
  return personCommand('remove', 'end the role of a person at once, on every portal').action(
    async (email: string, options: StaffOptions) => {
      await changeStaff(cli, options, (rows, by, organization, secret) =>
        buildStaffRemoval(by, namedStaff(rows, organization, secret, email)),
      );
    },
  );
}

function inviteCommand(cli: Cli): Command {
  return personCommand('invite', 'send a staff member a mail with their role and a link to the desk').action(
    async (email: string, options: BaseOptions) => {
      const sent = await withStore(cli, { ...options }, async (store, by, config) => {
        if (!config.mailServer) throw new CommandError('this process sends no mail: set PORTAL_SMTP_URL');
        const organization = await chooseOrganization(store, options.organization);
        const [people, secret] = [store.secret('people'), store.secret('mail')];
        return store.update((rows) => {
          const member = namedStaff(rows, organization, people, email);
          const { writes, deliveries } = buildInvitation(rows, member, { ...by, secret });
          return { writes, result: deliveries.filter(isNotice) };
        }, organization);
      });
      if (sent.length === 0) throw new CommandError('nothing was sent: the organization has no shop yet');
      cli.output.out(options.json ? JSON.stringify(sent.map(noticeView)) : `invited ${email}`);
    },
  );
}

interface NoticeOptions extends BaseOptions {
  readonly kinds: string;
}

function noticesCommand(cli: Cli): Command {
  const kinds = new Option('--kinds <kinds>', 'separated by commas (docs/mail.md, Notices), or: none, default');
  return personCommand('notices', 'choose which notices a staff member gets by mail')
    .addOption(kinds.makeOptionMandatory())
    .action(async (email: string, options: NoticeOptions) => {
      const notices = readKinds(options.kinds);
      const row = await changeStaff(cli, options, (rows, by, organization, secret) =>
        buildNoticeChoice(by, namedStaff(rows, organization, secret, email), notices),
      );
      if (!options.json) cli.output.out(`notices: ${wantedNotices(row).join(', ') || 'none'}`);
    });
}

/** @throws CommandError for an unknown kind, or one that is named twice */
function readKinds(text: string): z.output<typeof staffNotices> {
  if (text === 'default') return null;
  const { data, error } = staffNotices.safeParse(text === 'none' ? [] : text.split(',').map((kind) => kind.trim()));
  if (data) return data;
  throw new CommandError(`--kinds: ${error?.issues[0]?.message}`);
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the staff of an organization', ['database'])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON')
    .action(async (options: StaffOptions) => {
      const all = await withReader(cli, { ...options }, async (store) => {
        const organization_id = await chooseOrganization(store, options.organization);
        return collectPages((after, limit) => store.list('staff', { organization_id }, after, limit));
      });
      const staff = all.filter(({ removed_at }) => removed_at === null);
      if (options.json) cli.output.out(JSON.stringify(staff.map(staffView)));
      else for (const one of staff) cli.output.out(staffLine(one));
    });
}

type Change = (
  rows: Rows,
  by: Author,
  organization: string,
  secret: Buffer,
) => { readonly row: StaffMember; readonly writes: readonly Write[] };

/** Runs a change of one staff member, and prints and returns them. */
async function changeStaff(cli: Cli, options: BaseOptions, change: Change): Promise<StaffMember> {
  const row = await withStore(cli, { ...options }, async (store, by) => {
    const organization = await chooseOrganization(store, options.organization);
    const secret = store.secret('people');
    return store.update((rows) => {
      const { row: changed, writes } = change(rows, by, organization, secret);
      return { writes, result: changed };
    }, organization);
  });
  cli.output.out(options.json ? JSON.stringify(staffView(row)) : staffLine(row));
  return row;
}

/** @throws PortalError `staff_not_found` */
function namedStaff(rows: Rows, organization: string, secret: Buffer, email: string): StaffMember {
  return findStaffMember(rows, organization, personId(secret, email));
}

function staffLine({ person_id, email, role, shops, removed_at }: StaffMember): string {
  return [person_id, email, removed_at === null ? role : 'removed', shops ? shops.join(',') : 'all shops'].join('  ');
}

function givenBy({ role, shops }: StaffOptions): StaffRole {
  return { role, shops: shops === undefined ? null : [...new Set(shops.split(',').map((id) => id.trim()))] };
}
