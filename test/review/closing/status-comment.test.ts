import fc from 'fast-check';
import {expect, test} from 'vitest';
import {quotablePlace} from '../../../source/review/closing/quotable.ts';
import {
	formatDryRun,
	formatRefusal,
	ownStatusComments,
	refusals,
	statusKindOf,
} from '../../../source/review/closing/status-comment.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {anyPlace} from '../../helpers/any-fate.ts';
import {bot, comment, person, pullRequest} from '../../helpers/pull-request.ts';

const url = 'https://github.com/octo/app/actions/runs/17';

const anyRows = fc.array(
	fc.record({
		place: anyPlace.map(place => quotablePlace(place)),
		outcome: fc.constantFrom('planned', 'needs-person', 'conflict'),
	}),
	{maxLength: 6},
);

const anyDryRun = fc.record({
	counts: fc.subarray(['2 planned', '1 in conflict', '1 needs review']),
	rows: anyRows,
	isStopped: fc.boolean(),
});

test('a dry run mentions no one, gives no command, and is recognized as a whole', () => {
	fc.assert(
		fc.property(anyDryRun, fc.constantFrom(url, null), (status, url) => {
			const body = formatDryRun(status, url);
			expect(body).not.toMatch(/@|^\s*\/|\p{Cf}|\r/mu);
			expect(statusKindOf(body)).toBe('dry-run');
			expect(statusKindOf(`${body.replaceAll('\n', '\r\n')}\r\n`)).toBe('dry-run');
			expect(statusKindOf(`${body}\nMine.`)).toBeNull();
			expect(statusKindOf(`Mine.\n\n${body}`)).toBeNull();
		}),
	);
});

test('a dry run with more places than a comment has room for ends with the number of the others', () => {
	const rows = Array.from({length: 5000}, (_, index) => ({place: `src/a${index}.ts 1`, outcome: 'planned'}));
	const body = formatDryRun({counts: ['5000 planned'], rows, isStopped: false}, url);
	const [, more] = /^- (\d+) more$/m.exec(body) ?? [];
	expect([body.length < 65_536, body.match(/: planned$/gm)!.length + Number(more)]).toEqual([true, 5000]);
	expect(statusKindOf(body)).toBe('dry-run');
});

test.each(Object.keys(refusals) as (keyof typeof refusals)[])('the refusal %s is recognized as a whole', code => {
	const commands = [{line: '/pr-resolve only <login>...', help: "apply these reviewers' changes, and no others"}];
	for (const page of [url, null]) {
		const body = formatRefusal(code, commands, page);
		expect(body).not.toMatch(/@|^\s*\//m);
		expect([statusKindOf(body), statusKindOf(`${body}.`)]).toEqual(['refusal', null]);
	}
});

test('only those of our own account are ours, oldest first', () => {
	const body = formatRefusal('unknown-command', [{line: '/pr-resolve', help: 'apply'}], url);
	const by = (author: ReturnType<typeof person> | null, nodeId: string) => ({nodeId, url: null, author, body});
	const comments = [by(person('mallory'), 'a'), by(null, 'b'), by(bot('resolver'), 'c'), by(bot('resolver'), 'd')];
	expect(ownStatusComments(comments, 'refusal', 'resolver[bot]').map(({nodeId}) => nodeId)).toEqual(['c', 'd']);
	expect(ownStatusComments(comments, 'dry-run', 'resolver[bot]')).toEqual([]);
});

test('they are no findings', () => {
	const status = comment(formatDryRun({counts: [], rows: [], isStopped: true}, url));
	const {findings} = readPullRequest(pullRequest({comments: [status, comment('Please look.', {id: '2'})]}));
	expect(findings.map(({source}) => source.commentId)).toEqual(['2']);
});
