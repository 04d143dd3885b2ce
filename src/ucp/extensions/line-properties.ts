import { MAX_FREE_TEXT } from '../../domain/checkout/properties.js';
import { MAX_PROPERTIES } from '../../schema/line-item.js';
import { CART, CHECKOUT, LINE_PROPERTIES, ORDER } from '../capabilities.js';
import { type OwnExtension, text } from './own-extension.js';

const lines = (line: string) => ({
  type: 'object',
  properties: { line_items: { type: 'array', items: { $ref: `#/$defs/${line}` } } },
});

const properties = {
  type: 'array',
  maxItems: MAX_PROPERTIES,
  items: { $ref: '#/$defs/property' },
  description: 'What the buyer has set. An update replaces it: without this member the line has none.',
};

/** Properties that a buyer sets on an item, such as an engraving, and the values that the item accepts. */
export const lineProperties: OwnExtension = {
  id: LINE_PROPERTIES,
  title: 'Line Properties Extension',
  description: 'What a buyer sets of an item, such as a size or the text of an engraving, and what the item takes.',
  version: '2026-11-23',
  adds: { [CHECKOUT]: lines('line'), [CART]: lines('line'), [ORDER]: lines('order_line') },
  definitions: {
    property: {
      type: 'object',
      required: ['name', 'value'],
      properties: {
        name: { ...text('The name of one of the property_specs'), minLength: 1 },
        value: {
          ...text('One of its values, or any text where it lists none'),
          minLength: 1,
          maxLength: MAX_FREE_TEXT,
        },
      },
    },
    property_spec: {
      type: 'object',
      required: ['name', 'required', 'description', 'values'],
      properties: {
        name: text('What the property is called; each name once for an item'),
        required: { type: 'boolean', description: 'True: the checkout cannot be completed without it' },
        description: text('What people read of it; may be empty'),
        values: {
          type: 'array',
          items: { $ref: '#/$defs/property_value' },
          description: 'The values that it takes; [] = any text',
        },
      },
    },
    property_value: {
      type: 'object',
      required: ['value', 'price_delta', 'description'],
      properties: {
        value: text('The value'),
        price_delta: {
          type: 'integer',
          description: 'What it adds to the price of a unit, in minor units; may be below zero',
        },
        description: text('What people read of it; may be empty'),
      },
    },
    line: {
      type: 'object',
      required: ['properties', 'property_specs'],
      properties: {
        properties: { ...properties, ucp_request: 'optional' },
        property_specs: {
          type: 'array',
          items: { $ref: '#/$defs/property_spec' },
          description: 'What the item takes; [] = nothing',
          ucp_request: 'omit',
        },
      },
    },
    order_line: {
      type: 'object',
      required: ['properties'],
      properties: { properties: { ...properties, description: 'As they were ordered' } },
    },
  },
};
