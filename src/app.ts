import { newestSetTime } from './backup/set-folder.js';
import { type Authenticate, makeAuthenticate } from './calls/authenticate.js';
import type { Operation } from './calls/define.js';
import { FailureLimit } from './calls/failure-limit.js';
import { type Invoke, makeInvoke } from './calls/invoke.js';
import type { Portal } from './calls/portal.js';
import { RateLimit } from './calls/rate-limit.js';
import { Tally } from './calls/tally.js';
import { tracedInvoke } from './calls/traced-invoke.js';
import { Checkpoints } from './checkpoints/checkpoints.js';
import { LogSequencer } from './checkpoints/log-sequencer.js';
import { makeWitnesses } from './checkpoints/witness-settings.js';
import type { Config } from './config.js';
import { Deliverer, type DelivererDeps } from './delivery/deliverer.js';
import { once } from './domain/values/once.js';
import { faultFields, type Log } from './log.js';
import { mailForm } from './mail/mail-form.js';
import { makeTransport } from './mail/make-transport.js';
import { operatorForm } from './mail/operator-form.js';
import { makePreviewer } from './mail/preview.js';
import type { MailTransport } from './mail/transport.js';
import { type Rounds, startMaintenance } from './maintenance/maintenance.js';
import { OperatorWatch } from './maintenance/operator-watch.js';
import { announce } from './maintenance/presence.js';
import { type CallTool, toolCaller } from './mcp/call-tool.js';
import { SealedState } from './mcp/sealed-state.js';
import { type MakeMcpHandlers, type MakeMcpServer, mcpHandlers, mcpServers } from './mcp/server.js';
import { tallyReceipts } from './metrics/tally-receipts.js';
import { tallyWrites } from './metrics/tally-writes.js';
import { traceFlushes, traceUpdates } from './metrics/trace-store.js';
import { OPERATIONS } from './operations/index.js';
import { AnswerPasses } from './operations/privacy/answer-passes.js';
import { type Connector, networkConnector, type Poster } from './outbound/connector.js';
import { traceConnector } from './outbound/trace-connector.js';
import { writeEvents } from './outbox/write-events.js';
import { loadHandlers } from './payments/handlers/load-handlers.js';
import { PaymentGateway } from './payments/payment-gateway.js';
import { tracedHandler } from './payments/traced-handler.js';
import { type Clock, DatabaseFault, type Ids, type Media, type PaymentHandler, type Store } from './ports.js';
import { MediaFolder } from './store/media-folder.js';
import { type OpenedStore, openStore } from './store/open-store.js';
import { repeatIds, StableIds } from './store/stable-ids.js';
import { wrapDecisions } from './store/wrap-decisions.js';
import { systemClock, systemIds } from './system.js';
import type { Tracing } from './tracing/tracing.js';
import { eventParts, type UcpParts } from './ucp/webhooks/event-parts.js';
import { makeLinks } from './view/links.js';

/** The composition root. Together with `server.ts` for HTTP, it is the only place that knows every part. */

/** Returns the picture storage that a configuration names. */
export function mediaOf({ media }: Pick<Config, 'media'>): Media {
  return new MediaFolder(media);
}

/** Parts that tests replace with other implementations of the same ports. */
export interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly handlers: readonly PaymentHandler[];
  readonly operations: readonly Operation[];
  /** Defaults to the engine that matches the database's name. */
  readonly open?: typeof openStore;
  /** Fetches the profiles of UCP platforms. */
  readonly connector: Connector;
  /** Sends events; `undefined` if another process does. */
  readonly poster: Poster | undefined;
  /** Sends mail; `undefined` if the portal sends none. */
  readonly mail: MailTransport | undefined;
  /** Time limit for a receiver's response, and the interval between checks for due events. */
  readonly delivery?: Pick<DelivererDeps, 'timeoutMs' | 'pollIntervalMs'>;
  /** False to leave entries of orders waiting, and rows of earlier versions without entries; true by default. */
  readonly entersRows?: boolean;
  /** Tracing, if enabled. */
  readonly tracing?: Tracing | undefined;
  /** Wraps or replaces the opened engine; the data stays the same. */
  readonly engine?: (opened: OpenedStore) => Store;
}

/** @throws ConfigError when a payment handler cannot be loaded, or has only some of its settings */
export async function defaultParts(config: Config): Promise<Parts> {
  return {
    clock: systemClock,
    ids: systemIds,
    handlers: await loadHandlers(config),
    operations: OPERATIONS,
    connector: networkConnector,
    poster: networkConnector,
    mail: makeTransport(config),
  };
}

/** An open database and its operations, shared by every surface. */
export interface PortalApp {
  readonly store: OpenedStore;
  readonly portal: Portal;
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly callTool: CallTool;
  readonly makeMcpHandlers: MakeMcpHandlers;
  readonly makeMcpServer: MakeMcpServer;
  readonly handlers: readonly PaymentHandler[];
  readonly operations: readonly Operation[];
  /** The deployments that platforms can reach, and the platforms' profiles. */
  readonly ucp: UcpParts;
  /** Fetches documents that others named. */
  readonly connector: Connector;
  readonly log: Log;
  /** Aborted with a DatabaseFault when the database must no longer be served. */
  readonly moved: AbortSignal;
  readonly tracing: Tracing | undefined;
  /** Resolves a payment in the background, because its provider has sent an event. */
  resolvePayment(id: string): void;
  /** Stops background work, waits for queued writes, closes the database, and sends the remaining traces. */
  close(): Promise<void>;
}

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * 1000;
/** Bytes. */
const MEBIBYTE = 2 ** 20;
/**
 * Limits of docs/api.md, Rate limits: calls per key, and failed authentications per address. `FAILURES` also limits
 * wrong receipt signatures per key, and unknown discount codes per key or UCP platform.
 */
const CALLS = { perSecond: 100, burst: 300 };
const FAILURES = { perSecond: 1, burst: 60 };

interface AppOptions {
  /** Called for each new link, since a server knows its port only once it listens. */
  readonly publicUrl: () => string;
  readonly create: boolean;
}

/**
 * Opens the database and connects all parts.
 * @throws Error when the file is missing and `create` is false, when it is not a database of this program, or when its
 * log key cannot be read
 * @throws ConfigError when a payment handler cannot be loaded
 */
export async function makePortalApp(config: Config, options: AppOptions, log: Log, given?: Parts): Promise<PortalApp> {
  const untraced = given ?? (await defaultParts(config));
  const parts = { ...untraced, connector: traceConnector(untraced.connector, untraced.tracing) };
  const { clock, operations, tracing } = parts;
  const handlers = parts.handlers.map((handler) => tracedHandler(handler, tracing));
  const opened = await openDatabase(config, options, log, parts);
  const view = {
    links: makeLinks(options.publicUrl, opened.secret('links')),
    handlers: handlers.map(({ description }) => description),
  };
  const tally = new Tally();
  const { store, ids, ucp, deliverer } = connectStore(opened, { config, options, log, parts, view, tally });
  const checkpoints = new Checkpoints({
    store,
    auditLog: (organizationId, whole) => opened.auditLog(organizationId, whole),
    clock,
    ids,
    log,
    witnesses: makeWitnesses(config, clock, log, tracing),
    interval: config.checkpointSeconds * SECOND,
  });
  const gateway = new PaymentGateway(handlers, store, clock, {
    fault: ({ id, handler_id }, error) =>
      log.error('payment_fault', { about: id, handler: handler_id, ...faultFields(error) }),
    lateSuccess: ({ id, handler_id, checkout_id }) =>
      log.warn('late_payment', { about: id, handler: handler_id, checkout: checkout_id }),
    voidWithoutEffect: ({ id, handler_id, checkout_id }) =>
      log.error('void_without_effect', { about: id, handler: handler_id, checkout: checkout_id }),
  });
  const portal = makePortal(config, { opened, store, clock, ids, checkpoints, gateway, view, tally });
  const invoke = tracedInvoke(tallyReceipts(makeInvoke(portal), tally), tracing);
  const states = new SealedState(store.secret('links'), () => clock.now());
  const callTool = toolCaller(operations, { invoke, states, log });
  const makeMcpHandlers = mcpHandlers(operations, callTool, {
    publicUrl: options.publicUrl,
    findShop: (id) => store.read((rows) => rows.get('shop', id)),
  });
  await announce(opened.processes, portal.media, log);
  const moved = new AbortController();
  const stopping = new AbortController();
  const watch = operatorRound(portal, { config, options, log, parts, stop: stopping.signal });
  const entersRows = parts.entersRows ?? true;
  const maintenance = maintain(opened, portal, config, log, moved, { watchForOperator: watch, entersRows });
  deliverer?.start();
  return {
    store: opened,
    portal,
    invoke,
    handlers,
    operations,
    ucp,
    connector: parts.connector,
    log,
    tracing,
    moved: moved.signal,
    resolvePayment: maintenance.resolvePayment,
    authenticate: makeAuthenticate(store, clock, limitOf(config, FAILURES), (error) =>
      log.warn('last_use', faultFields(error)),
    ),
    callTool,
    makeMcpHandlers,
    makeMcpServer: mcpServers(makeMcpHandlers),
    async close() {
      stopping.abort();
      await Promise.all([maintenance.stop(), deliverer?.stop()]);
      await parts.mail?.close();
      await store.close();
      await tracing?.close();
    },
  };
}

async function openDatabase(config: Config, { create }: AppOptions, log: Log, parts: Parts): Promise<OpenedStore> {
  const opened = await (parts.open ?? openStore)(config.database, {
    create,
    needsLogKey: true,
    connections: config.databaseConnections,
    files: config.files,
    logKey: config.logKey,
    logName: config.logName,
    logSigned: config.logSigned,
    upgradeCopy: config.upgradeCopy,
    onUpgrade: (step) => log.info('upgrading', { step }),
  });
  if (parts.tracing) traceFlushes(opened, parts.tracing);
  return opened;
}

function limitOf(config: Config, { perSecond, burst }: typeof CALLS): RateLimit | undefined {
  return config.rateLimit ? new RateLimit(perSecond, burst) : undefined;
}

interface StoreConnections {
  readonly config: Config;
  readonly options: AppOptions;
  readonly log: Log;
  readonly parts: Parts;
  readonly view: Portal['view'];
  readonly tally: Tally;
}

/** Builds the store whose decisions also write events, and the deliverer that sends those events. */
function connectStore(opened: OpenedStore, { config, options, log, parts, view, tally }: StoreConnections) {
  const { clock, tracing, poster, delivery } = parts;
  const now = () => clock.now();
  const ids = new StableIds(parts.ids);
  const engine = parts.engine?.(opened) ?? opened;
  const { ucp, forms, listenerOf } = eventParts({
    store: engine,
    clock,
    publicUrl: options.publicUrl,
    linksAccounts: config.oauth,
    sealing: opened.sealing,
    limit: (rate) => limitOf(config, rate),
    local: config.localAddresses,
    connector: parts.connector,
  });
  const mailSecret = mailSecretOf(config, opened);
  const events = writeEvents(
    { ids, now, view, findListener: listenerOf, mailSecret, hasOperator: config.operatorMail !== undefined },
    () => deliverer?.wake(),
  );
  const store = wrapDecisions(engine, [events, tallyWrites(tally), repeatIds(ids)], traceUpdates(tracing));
  const deliverer =
    poster &&
    new Deliverer({
      store,
      ids,
      log,
      now,
      forms: {
        ...forms,
        mail: mailForm({
          transport: parts.mail,
          view,
          pictures: config.media,
          from: config.mailFrom,
          domains: config.mailDomains,
          log,
          unseal: (...args) => opened.sealing.unseal(...args),
        }),
        operator: operatorForm({
          transport: parts.mail,
          to: config.operatorMail,
          from: config.mailFrom,
          publicUrl: options.publicUrl,
          log,
        }),
      },
      isReady: () => options.publicUrl() !== '',
      random: Math.random,
      ...delivery,
      local: config.localAddresses,
      poster,
      onAttempt: (outcome) => tally.attempted(outcome),
    });
  return { store, ids, ucp, deliverer };
}

/** Key of the names of mail receivers; `undefined` if the portal sends no mail. */
function mailSecretOf({ mailServer }: Config, opened: OpenedStore): Buffer | undefined {
  return mailServer && opened.secret('mail');
}

interface PortalParts extends Pick<Portal, 'store' | 'clock' | 'ids' | 'checkpoints' | 'gateway' | 'view' | 'tally'> {
  readonly opened: OpenedStore;
}

function makePortal(config: Config, { opened, ...parts }: PortalParts): Portal {
  const failureLimit = () => {
    const limit = limitOf(config, FAILURES);
    return limit && new FailureLimit(limit, parts.clock);
  };
  return {
    ...parts,
    mail: { secret: mailSecretOf(config, opened), preview: makePreviewer(parts.view, config.media) },
    media: mediaOf(config),
    outbound: { local: config.localAddresses },
    rateLimit: limitOf(config, CALLS),
    organizationLimit: limitOf(config, { perSecond: config.organizationRate, burst: 3 * config.organizationRate }),
    writeWait: { expected: () => opened.commitStats.queue.wait, most: config.writeWaitSeconds * SECOND },
    answers: new AnswerPasses(parts.store),
    answerQuota: config.rateLimit ? config.answerQuota * MEBIBYTE : undefined,
    quotas: config.quotas,
    retention: config.cartRetentionDays * DAY,
    publicLogs: config.publicLogs,
    receiptRules: {
      key_grace: config.keyGraceDays * DAY,
      max_age: config.receiptMaxAgeDays === undefined ? undefined : config.receiptMaxAgeDays * DAY,
    },
    signatureLimit: failureLimit(),
    codeLimit: failureLimit(),
  };
}

/** Returns the tasks that enter orders, consumers and grants in the logs. */
function enterRows(opened: OpenedStore, { store, ids, clock }: Portal, log: Log) {
  const sequencer = new LogSequencer({ store, clock, log });
  const upgrade = once(async () => {
    const { RowUpgrade } = await import('./maintenance/row-upgrade.js');
    return new RowUpgrade({ store: opened, ids, clock, log });
  });
  return {
    sequence: (isStopping: () => boolean) => sequencer.round(isStopping),
    upgrade: async (isStopping: () => boolean) => (await upgrade()).round(isStopping),
  };
}

/** Starts maintenance, which aborts `moved` once the database must no longer be served. */
function maintain(
  opened: OpenedStore,
  portal: Portal,
  config: Config,
  log: Log,
  moved: AbortController,
  { watchForOperator, entersRows }: Required<Pick<Parts, 'entersRows'>> & Pick<Rounds, 'watchForOperator'>,
) {
  return startMaintenance(portal, log, {
    entering: entersRows ? enterRows(opened, portal, log) : undefined,
    every: config.checkpointSeconds * SECOND,
    signsPublic: config.publicLogs,
    markFile: () => opened.fileMark.keep(),
    assertServing: () =>
      opened.assertServing().catch((error: unknown) => {
        // Other faults are reported by the calls that meet them.
        if (!(error instanceof DatabaseFault)) return;
        moved.abort(error);
        throw error;
      }),
    watchForOperator,
    processes: opened.processes,
  });
}

interface OperatorDeps {
  readonly config: Config;
  readonly options: AppOptions;
  readonly log: Log;
  readonly parts: Parts;
  readonly stop: AbortSignal;
}

/** Returns the task that mails the operator; `undefined` if this process sends no mail or there is no address. */
function operatorRound({ store, clock }: Portal, { config, options, log, parts, stop }: OperatorDeps) {
  const { operatorMail: to, mailFrom: from, backupFolder: folder, backupHours: hours } = config;
  const { mail: transport, poster } = parts;
  if (!transport || !poster || to === undefined) return undefined;
  const watch = new OperatorWatch({
    store,
    clock,
    backups: folder === undefined ? undefined : { folder, hours, newest: () => newestSetTime(folder) },
    hasWitnesses: config.publicLogs && config.witnessPolicy !== undefined,
  });
  const now = () => clock.now();
  const notifier = once(async () => {
    const { operatorNotifier } = await import('./mail/operator-notices.js');
    return operatorNotifier({ transport, to, from, publicUrl: options.publicUrl, now, log, stop });
  });
  return async () => {
    // A server knows its URL, which is in the sender's address, only once it listens.
    if (options.publicUrl() === '') return;
    const problems = await watch.problems();
    if (problems.length > 0) await (await notifier())(problems);
  };
}
