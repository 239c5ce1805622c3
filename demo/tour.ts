import {Failure} from '../source/failure.ts';
import {show} from './command.ts';
import {countReviewers} from './recording.ts';
import {columns, quote} from './shell.ts';
import type {Stage} from './stage.ts';

export type Tour = {
	/** The built program. */
	program: string;
	/** The Node that runs it. */
	node: string;
	/** Resolves when the text is written, so that what the programs write comes after it. */
	print: (text: string) => Promise<void>;
	heading: (text: string) => string;
};

const apply = ['apply', '--from', '../review.json'];

/** What `apply` ends with where it leaves something to a person: the recording has such comments. */
const somethingIsLeft = 3;

/**
 * Applies the comments of the recording with the real program, and shows each step.
 * @throws {Failure} `demo-failed`
 */
export async function giveTour(stage: Stage, {program, node, print, heading}: Tour): Promise<void> {
	const {demo, folder, place, review} = stage;
	const {title} = demo.pullRequest;
	const {comments, bots, people} = countReviewers(demo);
	await print(`${heading('1. A pull request with its review')}

  "${title}" has ${comments} comments by ${bots} bots and ${people} people.
  Many suggest code in place of the lines they stand on. Some are older than the last commit,
  some contradict each other, some are only words.

  the repository: ${place.cwd}
  the comments:   ${review}

${heading('2. Apply what the reviewers wrote as code')}

  $ cd ${quote(place.cwd)}
  $ pr-resolve ${apply.join(' ')} --yes

`);
	const code = await show(node, [program, ...apply, '--yes'], place);
	if (code !== somethingIsLeft) {
		throw new Failure('failed', 'demo-failed', `pr-resolve ended with ${code} instead of ${somethingIsLeft}.`);
	}
	await print(`
  It ended with exit code ${code}: what is certain was applied, and something is left for a person
  (conflict, stale, needs-person). No comment is missing above, and no line was guessed.

${heading('3. See what has changed')}

  $ git diff -U1

`);
	await show('git', ['--no-pager', 'diff', '-U1'], place);
	await print(`
${heading('4. Go on from here, or take it back')}

  $ cd ${quote(place.cwd)}
  $ alias pr-resolve=${quote(`${quote(node)} ${quote(program)}`)}

${columns([
	['take the run back, byte for byte', 'pr-resolve undo'],
	['list what can be taken back', 'pr-resolve runs'],
	['plan and diff, nothing is written', `pr-resolve ${apply.join(' ')} --dry-run`],
	['decide the conflicts', `pr-resolve ${apply.join(' ')} --strategy ask`],
	['trust the passer-by as well', `pr-resolve ${apply.join(' ')} --trust-author visitor`],
	['the result for a program', `pr-resolve ${apply.join(' ')} --json`],
])}

  The folder stays until you delete it:

  $ rm -rf ${quote(folder)}
`);
}
