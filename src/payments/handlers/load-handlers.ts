import { type Config, ConfigError } from '../../config.js';
import type { PaymentHandler } from '../../ports.js';
import { loadModules, makeFromModule } from './handler-modules.js';
import { HANDLER_SETTINGS, makeHandlers } from './index.js';

/**
 * Makes the built-in handlers that are configured, and those of the folder.
 * @throws ConfigError if a handler of the folder cannot be loaded, if two have one id, or if some settings of a handler
 * are given but a required one is missing
 */
export async function loadHandlers(config: Pick<Config, 'handlers' | 'handlerSettings'>): Promise<PaymentHandler[]> {
  const handlers = makeHandlers(config);
  const sources = new Map(handlers.map(({ description }) => [description.id, 'a built-in handler']));
  for (const module of await loadModules(config.handlers)) {
    const handler = makeFromModule(module, config.handlerSettings);
    if (!handler) continue;
    const { id } = handler.description;
    const source = sources.get(id);
    if (source !== undefined) throw new ConfigError(`${module.file}: the id ${id} must not be that of ${source}`);
    sources.set(id, module.file);
    handlers.push(handler);
  }
  return handlers;
}

/**
 * Names of the settings of all handlers.
 * @throws ConfigError if a handler of the folder cannot be loaded
 */
export async function settingsOfHandlers(folder: string | undefined): Promise<ReadonlySet<string>> {
  const modules = await loadModules(folder);
  const settings = [...HANDLER_SETTINGS, ...modules.flatMap(({ factory }) => factory.settings)];
  return new Set(settings.map(({ env }) => env));
}
