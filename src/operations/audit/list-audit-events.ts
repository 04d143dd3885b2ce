import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { filledPage } from '../../lists/filled-page.js';
import { positionedPage } from '../../lists/keyset-page.js';
import type { AuditPosition } from '../../ports.js';
import { readActorNames } from '../../records/actor-names.js';
import { auditEvent, SUBJECTS } from '../../schema/audit.js';
import { id, instant, pageOf, paging } from '../../schema/primitives.js';
import { auditEventView } from '../../view/audit-event-view.js';

const position = z.object({ seq: z.int() });

export const listAuditEvents = defineOperation({
  name: 'list_audit_events',
  title: 'List the audit trail',
  description:
    'What happened in the organization, newest first: changes of keys, shops and their settings and payment accounts, items, discounts, orders, agents, consumers, staff and the organization itself, each with its author and the changed members. Carts are excluded.',
  scope: 'keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    subject_type: z.enum(SUBJECTS).optional().describe('Only changes of this kind of object'),
    subject_id: id('Only changes of this object').optional(),
    actor: id('Only changes by this key or person, or by this part of the portal').optional(),
    from: instant.optional().describe('Only changes at this time or later, ISO 8601'),
    before: instant.optional().describe('Only changes before this time, ISO 8601'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(auditEvent),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/audit',
    query: ['subject_type', 'subject_id', 'actor', 'from', 'before', 'limit', 'cursor'],
  },
  handle(context: Context<'lists'>, { limit, cursor, ...asked }) {
    const { organization_id } = context.caller;
    const filter = { organization_id, ...asked };
    const some = (after: AuditPosition | undefined, most: number) =>
      context.services.lists.page('audit_trail', filter, after, most);
    const read = async (after: AuditPosition | undefined, most: number) => {
      const page = await filledPage(some, after, most, ({ seq }) => ({ seq }));
      const actors = page.entries.map(({ actor }) => actor);
      const names = await context.read((rows) => readActorNames(rows, organization_id, actors));
      return { ...page, entries: page.entries.map((event) => ({ event, name: names.get(event.actor) })) };
    };
    const list = ['audit', organization_id, asked];
    return positionedPage(context, position, list, { limit, cursor }, read, ({ event, name }) =>
      auditEventView(event, name),
    );
  },
});
