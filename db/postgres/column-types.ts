import { bigint, customType } from 'drizzle-orm/pg-core';

/** A whole number that JavaScript can hold exactly. */
export const integer = (name: string) => bigint(name, { mode: 'number' });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
