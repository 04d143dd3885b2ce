import { Router } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import type { PaymentHandler } from '../ports.js';
import { fixedJson, sendFixed } from './fixed-answer.js';

/** Serves the payment handlers' schemas at their `config_schema` and `instrument_schemas` URLs. */
export function paymentSchemas(handlers: readonly PaymentHandler[]): Router {
  const router = Router();
  const schemas = new Map(
    handlers.flatMap(({ schemas }) =>
      Object.entries(schemas).map(([path, schema]) => [path, fixedJson(JSON.stringify(schema))]),
    ),
  );
  router.get('/payment-handlers/:id/:file', (request, response) => {
    const schema = schemas.get(request.path);
    if (!schema) throw new PortalError('not_found', 'There is no such schema.');
    sendFixed(request, response, schema);
  });
  return router;
}
