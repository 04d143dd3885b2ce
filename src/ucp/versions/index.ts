import { v20260111 } from './v2026-01-11.js';
import { v20260408 } from './v2026-04-08.js';
import { v20260825 } from './v2026-08-25.js';
import type { ProtocolVersion } from './version.js';

/** Served versions, newest first. The first is the version of the profile at `/.well-known/ucp`. */
export const VERSIONS: readonly ProtocolVersion[] = [v20260825, v20260408, v20260111];
