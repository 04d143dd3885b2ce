import { ORDER_ACTIONS as ACTIONS } from '../../domain/order/transitions.js';
import { ORDER, ORDER_ACTIONS } from '../capabilities.js';
import { type OwnExtension, text } from './own-extension.js';

/** An order's hold status and permitted actions. */
export const orderActions: OwnExtension = {
  id: ORDER_ACTIONS,
  title: 'Order Actions Extension',
  description: 'Whether an order is on hold, and what can be done with it as it is now.',
  version: '2026-11-23',
  adds: {
    [ORDER]: {
      type: 'object',
      required: ['on_hold', 'permitted_actions'],
      properties: {
        on_hold: { type: 'boolean', description: 'True: nothing leaves the shop until the order is released' },
        hold_reason: text(
          'Why it is on hold, where the shop has said that the buyer may know; absent where it is not on hold',
        ),
        permitted_actions: {
          type: 'array',
          uniqueItems: true,
          items: { type: 'string', minLength: 1, examples: [...ACTIONS] },
          description:
            'What the state of the order permits. The shop does it, or whoever has the right to it there; the protocol has no calls for it.',
        },
      },
    },
  },
  definitions: {},
};
