import { z } from 'zod';
import { answer } from './primitives.js';

/** Body of every HTTP error response (API document, ErrorResponse). */
export const errorBody = answer({
  error: z.string().describe('A code of docs/errors.md'),
  detail: z.string().optional().describe('One sentence that names the field and the fix'),
});
