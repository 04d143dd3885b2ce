import type { Context } from '@opentelemetry/api';
import { ERRORS, PortalError } from '../domain/errors/portal-error.js';
import { VERSION } from '../version.js';
import type { Tracing, Transport } from './tracing.js';

const NAME = 'commerce-portal';
const SERVER_FAULT = 500;

/** Surfaces that `within` can store in the context; without one, the call came over stdio. */
const TRANSPORTS: readonly Transport[] = ['http', 'mcp', 'pages', 'ucp'];

/** Loads the packages, which nothing else imports, so that they load only if tracing is enabled. */
async function packages() {
  const [api, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  return { api, OTLPTraceExporter, resources, sdk };
}

type Packages = Awaited<ReturnType<typeof packages>>;

/**
 * Exports traces over OTLP. The packages read OpenTelemetry's standard variables themselves.
 * @throws Error with the code ERR_MODULE_NOT_FOUND if a package is not installed
 */
export async function otelTracing(): Promise<Tracing> {
  const loaded = await packages();
  const { api } = loaded;
  const transportKey = api.createContextKey('portal.transport');
  const provider = registered(loaded);
  const tracer = provider.getTracer(NAME, VERSION);
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work({ set: (more) => void span.setAttributes(more) });
        } catch (error) {
          const code = error instanceof PortalError ? error.code : 'internal_error';
          span.setAttribute('portal.outcome', code);
          if (ERRORS[code].status >= SERVER_FAULT) span.setStatus({ code: api.SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    ended(name, attributes, milliseconds) {
      const now = Date.now();
      tracer.startSpan(name, { attributes, startTime: now - milliseconds, root: true }).end(now);
    },
    within(carrier, transport, work) {
      const caller: Context = api.propagation.extract(api.ROOT_CONTEXT, carrier);
      return api.context.with(caller.setValue(transportKey, transport), work);
    },
    transport() {
      const transport = api.context.active().getValue(transportKey);
      return TRANSPORTS.find((known) => known === transport) ?? 'stdio';
    },
    async close() {
      // If the last spans cannot be sent, they are dropped, so that a collector never keeps a portal from closing.
      await provider.shutdown().catch(() => undefined);
      for (const global of [api.trace, api.context, api.propagation]) global.disable();
    },
  };
}

function registered({ sdk, resources, OTLPTraceExporter }: Packages) {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const own = resourceFromAttributes({ 'service.name': NAME, 'service.version': VERSION });
  const provider = new sdk.NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return provider;
}
