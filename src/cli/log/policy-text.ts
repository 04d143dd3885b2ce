/** The group that `portal log witness add` maintains. Operators write all other groups by hand. */
const GROUP = 'witnesses';

/**
 * Adds a witness to the group that the command maintains. This group becomes the quorum, unless the policy already has
 * another quorum.
 */
export function addWitness(
  text: string,
  witness: { readonly name: string; readonly vkey: string; readonly url: string },
  least: number | undefined,
): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wordsOf = (line: string) => line.trim().split(/[ \t]+/);
  const isOurs = (line: string) => wordsOf(line)[0] === 'group' && wordsOf(line)[1] === GROUP;
  const isQuorumLine = (line: string) => wordsOf(line)[0] === 'quorum';
  const [, , before = '1', ...members] = wordsOf(lines.find(isOurs) ?? '');
  const group = `group ${GROUP} ${least ?? before} ${[...members, witness.name].join(' ')}`;
  const quorum = lines.find((line) => isQuorumLine(line) && !['none', GROUP].includes(wordsOf(line)[1] ?? ''));
  const first = lines.findIndex((line) => isOurs(line) || ['group', 'quorum'].includes(wordsOf(line)[0] ?? ''));
  const kept = lines.filter((line) => !isOurs(line) && !isQuorumLine(line));
  const at = first < 0 ? kept.length : first;
  const added = [`witness ${witness.name} ${witness.vkey} ${witness.url}`, group];
  return `${[...kept.slice(0, at), ...added, ...kept.slice(at), quorum ?? `quorum ${GROUP}`].join('\n')}\n`;
}
