import type { Tracing } from '../tracing/tracing.js';
import type { Invoke } from './invoke.js';

/** Adds a span with operation, surface and outcome to each call. */
export function tracedInvoke(invoke: Invoke, tracing: Tracing | undefined): Invoke {
  if (!tracing) return invoke;
  return (operation, call) => {
    const attributes = { 'portal.operation': operation.name, 'portal.transport': tracing.transport() };
    return tracing.span(`call ${operation.name}`, attributes, async (span) => {
      const reply = await invoke(operation, call);
      span.set({ 'portal.outcome': 'ok', 'portal.replayed': reply.replayed });
      return reply;
    });
  };
}
