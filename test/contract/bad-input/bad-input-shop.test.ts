import { discountRows } from './discount-rows.js';
import { itemRows } from './item-rows.js';
import { shopRows } from './shop-rows.js';
import { describeBadInput } from './suite.js';
import { shopTenantRows } from './tenant-rows.js';

describeBadInput(['shops', 'items'], { ...shopRows, ...discountRows, ...shopTenantRows, ...itemRows });
