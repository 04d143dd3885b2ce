import { PortalError } from '../domain/errors/portal-error.js';
import { type Caller, keyStatus } from '../domain/tenant/tenant.js';
import type { Decision, Rows, SearchReader, StoreReader, Wanted } from '../ports.js';
import { preferredLanguage } from '../view/format.js';
import { INVALID_KEY } from './authenticate.js';
import type { Call } from './call.js';
import type { CallContext } from './context.js';
import { asResult, makeEndings } from './endings.js';
import { eraserSecrets } from './eraser-secrets.js';
import { assertVersion } from './etag.js';
import type { FailureLimit } from './failure-limit.js';
import type { Repeatable } from './idempotency.js';
import type { Portal } from './portal.js';
import { assertWithinQuotas } from './quotas.js';
import type { FailureCount, Services } from './services.js';
import { Slices } from './slices.js';
import { assertStaffIsLive } from './staff-caller.js';

type CallOptions = Omit<Call, 'authenticate' | 'readInput' | 'onCaller'>;

/** Creates the context of a call. */
export function makeContext(
  portal: Portal,
  call: CallOptions,
  caller: Caller,
  now: number,
  repeatable: Repeatable | undefined,
  nextTurn: () => Promise<void>,
): CallContext {
  const { store, ids } = portal;
  const dryRun = call.dryRun === true;
  const write = dryRun ? withoutWrites(portal) : writerOf(portal, caller);
  return {
    caller,
    now,
    ids,
    call: { dryRun, byAgent: call.byAgent === true, repeatable },
    services: bindServices(portal, call, caller, nextTurn),
    read: (look, ...expected) =>
      expected.length === 0
        ? store.read(look)
        : store.read((rows) => {
            rows.expect(...expected);
            return look(rows);
          }),
    step: write,
    ...makeEndings(write, repeatable),
    expectVersion(row) {
      assertVersion(call.ifMatch, row?.version);
    },
  };
}

function bindServices(
  portal: Portal,
  { acceptLanguage }: CallOptions,
  caller: Caller,
  nextTurn: () => Promise<void>,
): Services {
  const { store, clock, outbound, mail, media, quotas, answers, view } = portal;
  return {
    view: { links: view.links, handlers: view.handlers, language: preferredLanguage(acceptLanguage) },
    lists: { page: inTurns(store, nextTurn), cursorSecret: store.secret('cursors') },
    search: searchInTurns(store, nextTurn),
    slices: new Slices(nextTurn),
    carts: {
      buyerSecret: store.secret('buyers'),
      codeFailures: failureCount(portal.codeLimit, caller, 'discount codes'),
    },
    payments: portal.gateway,
    clock,
    receipts: {
      checkpoint: (size) => portal.checkpoints.covering(caller.organization_id, size),
      publicLogs: portal.publicLogs,
      rules: portal.receiptRules,
      signatureFailures: failureCount(portal.signatureLimit, caller, 'signatures'),
    },
    webhooks: { outbound, sealing: store.sealing },
    privacy: {
      answers,
      forget: () => store.forget(),
      update: (...args) => store.update(...args),
      secrets: eraserSecrets(store),
    },
    mail,
    shopKeys: { secret: store.secret('ucp_keys') },
    people: { secret: store.secret('people') },
    media,
    quotas,
  };
}

/**
 * Reads the first page of a call immediately. Further pages take turns with other calls, so that a long read does not
 * delay them.
 */
function inTurns(store: Pick<StoreReader, 'list'>, nextTurn: () => Promise<void>): StoreReader['list'] {
  let hasRead = false;
  return async (name, filter, after, limit) => {
    if (hasRead) await nextTurn();
    hasRead = true;
    return store.list(name, filter, after, limit);
  };
}

/** Takes a turn before and after the expensive part of a search, so that other calls run in between. */
function searchInTurns(store: SearchReader, nextTurn: () => Promise<void>): SearchReader {
  return {
    vocabulary: (...args) => store.vocabulary(...args),
    async candidates(...args) {
      await nextTurn();
      const found = await store.candidates(...args);
      await nextTurn();
      return found;
    },
  };
}

/**
 * Returns the function that runs a call's writes. The first write requires that the caller's key or session, if any, is
 * still valid, so that a key revoked during the request changes nothing. Later writes succeed even if the key was revoked in
 * the meantime, because they finish what the call began: money may have moved.
 */
function writerOf({ store, clock, quotas }: Portal, caller: Caller) {
  let begun = false;
  const key = ['get', 'api_key', caller.id] as const;
  return async <R>(decide: (rows: Rows) => Decision<R>, ...expected: readonly Wanted[]): Promise<R> => {
    const { writes, result } = await store.update((rows) => {
      rows.expect(key, ...expected);
      if (!begun) assertCallerIsLive(rows, caller, clock.now());
      const decision = decide(rows);
      assertWithinQuotas(rows, caller.organization_id, decision.writes, quotas);
      return asResult(decision);
    }, caller.organization_id);
    begun ||= writes.length > 0;
    return result;
  };
}

/** Runs decisions as usual but discards their writes (HEAD). */
function withoutWrites({ store }: Portal) {
  return <R>(decide: (rows: Rows) => Decision<R>): Promise<R> => store.read((rows) => decide(rows).result);
}

/** @throws PortalError `unauthorized` */
function assertCallerIsLive(rows: Rows, { id, staff }: Caller, now: number): void {
  if (staff) assertStaffIsLive(rows, staff, now);
  const key = rows.get('api_key', id);
  if (key && keyStatus(key, now) !== 'live') throw new PortalError('unauthorized', INVALID_KEY);
}

function failureCount(limit: FailureLimit | undefined, { id }: Caller, attempts: string): FailureCount {
  const countedUpTo = async (most: number, attempt: () => Promise<number>) => {
    if (!limit) return void (await attempt());
    const wait = await limit.begin(id, most);
    if (wait > 0) throw new PortalError('rate_limited', `Too many wrong ${attempts}; wait ${wait} s.`, wait);
    let failures = 0;
    try {
      failures = await attempt();
    } finally {
      limit.end(id, most - failures);
    }
  };
  return {
    assertBelow: () => countedUpTo(1, async () => 0),
    async counted(attempt) {
      let succeeded = false;
      await countedUpTo(1, async () => {
        succeeded = await attempt();
        return succeeded ? 0 : 1;
      });
      return succeeded;
    },
    countedUpTo,
  };
}
