import { spawn } from 'node:child_process';

/** Programs that open a file as its owner would with a double click. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/**
 * Opens a file in the browser. Resolves to false if no program could be started.
 * @param env where the program is searched for, and the display that it uses
 */
export function openInBrowser(file: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], { stdio: 'ignore', detached: true, env: { ...env } });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
