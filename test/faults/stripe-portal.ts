import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Door } from '../actors/shopper.js';
import { programPath } from '../programs/program-path.js';
import { LogLines } from './secrets.js';

const greeting = z.object({ url: z.string(), key: z.string() });
const counted = z.object({ writes: z.number() });

/** A portal in a separate process that charges by the stand-in of Stripe (programs/stripe-portal.ts). */
export class StripePortal {
  readonly door: Door;
  readonly died: Promise<unknown>;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, door: Door) {
    this.child = child;
    this.door = door;
    this.died = once(child, 'exit');
  }

  /** `env`: names the database. `ahead`: milliseconds by which its clock is ahead. */
  static async start(env: Readonly<Record<string, string>>, api: string, ahead: number): Promise<StripePortal> {
    const child = fork(programPath('stripe-portal'), [api, String(ahead)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.pipe(new LogLines());
    const died = once(child, 'exit').then(() => Promise.reject(new Error('the portal did not start')));
    const [message] = await Promise.race([once(child, 'message'), died]);
    died.catch(() => undefined);
    return new StripePortal(child, greeting.parse(message));
  }

  /** Names the write at which the portal kills itself; an empty text for none. Returns the writes since the last call. */
  async arm(point: string): Promise<number> {
    const answer = once(this.child, 'message');
    this.child.send(point);
    return counted.parse((await answer)[0]).writes;
  }

  async kill(): Promise<void> {
    if (this.child.kill('SIGKILL')) await this.died;
  }
}
