import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ConfigError, SETTINGS } from '../../config.js';
import { InvalidPaymentHandler } from '../../payment-handler/define.js';
import { findFactoryProblems } from '../../payment-handler/factory.js';
import { findHandlerProblems } from '../../payment-handler/handler-problems.js';
import { isRecord } from '../../payment-handler/values.js';
import type { PaymentHandlerFactory } from '../../payment-handler.js';
import type { Clock, PaymentHandler } from '../../ports.js';
import { type HandlerFactory, handlerFactory } from './handler-factory.js';

/** A payment handler that the operator added as a file (docs/payment-handlers.md). */
export interface HandlerModule {
  readonly file: string;
  readonly factory: HandlerFactory;
}

/** Time in which a module must load, in milliseconds. */
const MAX_LOAD_MS = 10_000;

/** Keeps the program running. It would otherwise end without a message while a module waits for nothing. */
const WAITING: Pick<Clock, 'sleep'> = {
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal && { signal }),
};

/**
 * Loads the modules of a folder, in the order of their names.
 * @throws ConfigError naming the file and the problem
 */
export async function loadModules(folder: string | undefined, clock = WAITING): Promise<HandlerModule[]> {
  if (folder === undefined) return [];
  const modules: HandlerModule[] = [];
  for (const file of await filesIn(folder)) {
    const factory = await importFactory(file, clock).catch((error: unknown) => {
      throw problemOf(file, error);
    });
    modules.push({ file, factory });
  }
  return modules;
}

/** @throws ConfigError naming the file, if the handler is invalid or a required setting is missing */
export function makeFromModule(
  { file, factory }: HandlerModule,
  given: Readonly<Record<string, string>>,
): PaymentHandler | undefined {
  try {
    return factory.make(given);
  } catch (error) {
    throw problemOf(file, error);
  }
}

function problemOf(file: string, error: unknown): ConfigError {
  return new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
}

async function filesIn(folder: string): Promise<string[]> {
  const { env } = SETTINGS.handlers;
  const names = await readdir(folder).catch(() => {
    throw new ConfigError(`${env} must be a folder that can be read, not ${folder}`);
  });
  const files = names.filter((name) => /\.m?js$/.test(name)).sort();
  if (files.length === 0) throw new ConfigError(`${env} must be a folder with *.mjs or *.js files, not ${folder}`);
  return files.map((name) => join(folder, name));
}

/** @throws anything that the module throws, or an Error that says what is wrong with its default export */
async function importFactory(file: string, clock: typeof WAITING): Promise<HandlerFactory> {
  const module = await importInTime(file, clock);
  const exported = isRecord(module) ? module.default : undefined;
  if (exported === undefined) throw new Error('the default export must be a payment handler');
  if (!isRecord(exported) || !('make' in exported)) return handlerFactory({}, () => validHandler(exported));
  const factory = validFactory(exported);
  const reserved = Object.values(factory.settings).find(({ env }) => RESERVED.has(env));
  if (reserved)
    throw new Error(`${reserved.env} must not be a setting of the handler, because it is one of the portal`);
  return handlerFactory(factory.settings, (setting) => validHandler(factory.make(setting)));
}

/** @throws anything that the module throws, or an Error if it takes too long */
async function importInTime(file: string, clock: typeof WAITING): Promise<unknown> {
  const loaded = new AbortController();
  const tooLate = () => {
    throw new Error(`it must load within ${MAX_LOAD_MS / 1000} seconds`);
  };
  const limit = clock.sleep(MAX_LOAD_MS, loaded.signal).then(tooLate);
  try {
    return await Promise.race([import(pathToFileURL(file).href), limit]);
  } finally {
    loaded.abort();
  }
}

const RESERVED: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ env }) => env));

function validHandler(value: unknown): PaymentHandler {
  if (isHandler(value)) return value;
  throw new InvalidPaymentHandler(findHandlerProblems(value));
}

function isHandler(value: unknown): value is PaymentHandler {
  return findHandlerProblems(value).length === 0;
}

function validFactory(value: unknown): PaymentHandlerFactory {
  if (isFactory(value)) return value;
  throw new InvalidPaymentHandler(findFactoryProblems(value));
}

function isFactory(value: unknown): value is PaymentHandlerFactory {
  return findFactoryProblems(value).length === 0;
}
