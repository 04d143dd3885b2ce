import type { NewDelivery } from '../domain/webhook/delivery.js';
import { OPERATOR_RECEIVER } from '../domain/webhook/mail-receiver.js';
import { type LogNotice, NOTICES } from '../domain/webhook/notices.js';
import type { Rows, Write } from '../ports.js';
import { type StaffEventDeps, staffDeliveries } from './staff-events.js';

interface Deps extends StaffEventDeps {
  readonly hasOperator: boolean;
}

/**
 * Builds the mails to operator and staff about logs that these writes stop or resume. The staff get theirs in the name
 * of the organization's first shop.
 */
export function findLogDeliveries(rows: Rows, writes: readonly Write[], deps: Deps): NewDelivery[] {
  return findLogNotices(rows, writes).flatMap((notice) => {
    const first = rows.find('firstShop', notice.organization_id);
    const shop = first === undefined ? undefined : rows.get('shop', first);
    const path = `log/${notice.organization_id}`;
    return [
      ...(deps.hasOperator ? [operatorDelivery(notice, path, deps)] : []),
      ...(shop ? staffDeliveries(rows, { shop, path, notice }, deps) : []),
    ];
  });
}

function findLogNotices(rows: Rows, writes: readonly Write[]): LogNotice[] {
  return writes.flatMap((write): LogNotice[] => {
    if (write.type !== 'put' || write.table !== 'organization') return [];
    const { id: organization_id, name, log_stop: after } = write.row;
    const before = rows.get('organization', organization_id)?.log_stop;
    if (after && !before) return [{ kind: 'log_stopped', organization_id, name, stop: after }];
    return before && !after ? [{ kind: 'log_resumed', organization_id, name, stop: before }] : [];
  });
}

function operatorDelivery(notice: LogNotice, subject: string, { ids }: Pick<Deps, 'ids'>): NewDelivery {
  return {
    organization_id: notice.organization_id,
    receiver: OPERATOR_RECEIVER,
    form: { kind: 'operator' },
    event_id: ids.next('evt'),
    type: NOTICES[notice.kind].event,
    subject,
    subject_version: 1,
    payload: JSON.stringify(notice),
  };
}
