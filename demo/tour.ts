import {show} from './command.ts';
import {publishAndUndo} from './publish.ts';
import {countReviewers} from './recording.ts';
import {columns, quote} from './shell.ts';
import type {Stage} from './stage.ts';
import {expectCode, type Tour} from './tour-parts.ts';

const apply = ['apply', '--from', '../review.json'];

/** The exit code of `apply` if something needs review, which this recording has. */
const needsReview = 3;

/**
 * Applies the comments of the recording with the real program, shows each step, and takes the pull request to its end.
 * @throws {Failure} `check`, `git-missing`, `git-failed`
 */
export async function giveTour(stage: Stage, tour: Tour): Promise<void> {
	const {program, node, print, heading} = tour;
	const {demo, folder, place, review} = stage;
	const {title} = demo.pullRequest;
	const {comments, bots, people} = countReviewers(demo);
	await print(`${heading('1. A pull request with its review')}

  "${title}" has ${comments} comments from ${bots} bots and ${people} people.
  Many suggest a replacement for the commented lines. Some were written before the last commit,
  some contradict each other, some only describe a change.

  repository: ${place.cwd}
  comments:   ${review}

${heading('2. Apply the suggestions')}

  $ cd ${quote(place.cwd)}
  $ pr-resolve ${apply.join(' ')} --yes

`);
	const code = await show(node, [program, ...apply, '--yes'], place);
	expectCode('apply', code, needsReview);
	await print(`
  Exit code ${code}: pr-resolve applied what is certain, and the rest needs your review
  (conflict, stale, needs-person). The report lists every comment, and no line is a guess.

${heading('3. See the changes')}

  $ git diff -U1

`);
	await show('git', ['--no-pager', 'diff', '-U1'], place);
	await publishAndUndo(stage, tour);
	await print(`
${heading('6. Continue, or undo it')}

  $ cd ${quote(place.cwd)}
  $ alias pr-resolve=${quote(`${quote(node)} ${quote(program)}`)}

${columns([
	['undo the run, byte for byte', 'pr-resolve undo'],
	['list the runs', 'pr-resolve runs'],
	['show the plan and the diff only', `pr-resolve ${apply.join(' ')} --dry-run`],
	['decide the conflicts', `pr-resolve ${apply.join(' ')} --strategy ask`],
	['trust the outside contributor too', `pr-resolve ${apply.join(' ')} --trust-author visitor`],
	['print JSON', `pr-resolve ${apply.join(' ')} --json`],
])}

  To delete the demo:

  $ rm -rf ${quote(folder)}
`);
}
