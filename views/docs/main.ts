import { offerCopies } from './copy.js';
import { offerDemo } from './demo.js';
import { keepShownKeys } from './keys.js';
import { offerSearch } from './search.js';
import { offerTry } from './try.js';

/**
 * The pages of /docs are complete without this script. It adds the search, the forms to try operations, and the demo's
 * button.
 */
keepShownKeys();
offerSearch();
offerTry();
offerDemo();
offerCopies();
