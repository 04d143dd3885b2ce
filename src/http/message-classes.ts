import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Creates request and response classes that have the app's methods from the start. Otherwise Express would change the
 * prototype of each object (`setPrototypeOf`), after which V8 reads its properties slowly.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Message extends IncomingMessage> extends ServerResponse<Message> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
