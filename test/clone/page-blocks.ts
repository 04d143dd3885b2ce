/** A shell block of a page, with the marks from the comments before it, which are invisible to readers. */
export interface PageBlock {
  /** Page and line: `docs/start.md:8`. */
  readonly place: string;
  readonly script: string;
  /** Error codes in the response that the page shows. */
  readonly errors: readonly string[];
  /** Reason for not running the block on this machine. */
  readonly notPasted?: string;
  /** Command that runs in another terminal at the same time. */
  readonly beside?: string;
  /** `~`, the page whose terminal is reused, or `a folder with FILES` of this page. */
  readonly terminal?: string;
}

const FENCE = /((?:^<!-- [^\n]* -->\n)*)^```(sh|console)\n([\s\S]*?)^```$/gm;

/**
 * Returns the shell blocks of a page as a reader pastes them: `sh` blocks completely, `console` blocks only the lines
 * after `$`. These marks in comments before a block say how to run it:
 *
 * - `paste not: REASON`: not at all, since it needs something that a clone on one machine lacks
 * - `paste beside: COMMAND`: while this command runs in another terminal
 * - `paste in: ~`, `paste in: docs/PAGE.md`, `paste in: a folder with FILE, FILE`: in this terminal
 * - `paste with: PLACEHOLDER = VALUE`: with this value filled in
 */
export function readBlocks(name: string, text: string): PageBlock[] {
  return [...text.matchAll(FENCE)].map((found) => {
    const [, comments = '', kind, body = ''] = found;
    const line = text.slice(0, found.index + comments.length).split('\n').length;
    const marks = comments.split('\n').flatMap((comment) => toMark(name, comment));
    const textOf = (key: Mark['key']) => marks.find((mark) => mark.key === key)?.value;
    const [notPasted, beside, terminal] = [textOf('not'), textOf('beside'), textOf('in')];
    return {
      place: `${name}:${line}`,
      script: fillIn(kind === 'console' ? typedLines(body) : body, marks),
      errors: kind === 'console' ? [...body.matchAll(/"error":"(\w+)"/g)].map(([, code = '']) => code) : [],
      ...(notPasted !== undefined && { notPasted }),
      ...(beside !== undefined && { beside }),
      ...(terminal !== undefined && { terminal }),
    };
  });
}

interface Mark {
  readonly key: 'not' | 'beside' | 'in' | 'with';
  readonly value: string;
}

function toMark(name: string, comment: string): Mark[] {
  if (!comment.startsWith('<!-- paste ')) return [];
  const [, key, value] = /^<!-- paste (not|beside|in|with): (.+) -->$/.exec(comment) ?? [];
  if (key === 'not' || key === 'beside' || key === 'in' || key === 'with') return [{ key, value: value ?? '' }];
  throw new Error(`${name}: unknown mark ${comment}`);
}

function fillIn(script: string, marks: readonly Mark[]): string {
  return marks
    .filter(({ key }) => key === 'with')
    .reduce((text, { value }) => {
      const [placeholder = '', ...rest] = value.split(' = ');
      return text.replaceAll(placeholder, () => rest.join(' = '));
    }, script);
}

/** Returns the lines after `$`, including their continuation lines. */
function typedLines(body: string): string {
  return [...body.matchAll(/^\$ ((?:.*\\\n)*.*\n)/gm)].map(([, line]) => line).join('');
}

/** Reads the files that a page shows under a comment `<!-- example: NAME -->`. */
export function readExamples(text: string): Map<string, string> {
  const found = text.matchAll(/^<!-- example: (\S+) -->\n```\w*\n([\s\S]*?)^```$/gm);
  return new Map([...found].map(([, name = '', body = '']) => [name, body]));
}
