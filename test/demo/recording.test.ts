import {beforeAll, expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import type {WorkTree} from '../helpers/work-tree.ts';
import {recording, runDemo, treeIn} from './run-demo.ts';

const {reviewThreads, reviews, comments} = recording.pullRequest;

let tree: WorkTree;
let report: Report;

beforeAll(async () => {
	tree = treeIn((await runDemo()).folder);
	await tree.run(['undo']);
	report = (await tree.run(['apply', '--from', '../review.json', '--json'])).json as Report;
});

type Row = [
	situation: string,
	place: `${string}:${number}` | `${string}:-`,
	by: string,
	outcome: string,
	detail?: {placement?: string; reason?: RegExp; conflict?: string},
];

const [rabbit, copilot] = ['coderabbitai', 'copilot-pull-request-reviewer'];
const [gemini, greptile] = ['gemini-code-assist', 'greptile-apps'];
const exact = {placement: 'exact'};

/** What each comment is there to show. Those left out are prose that only a model can use. */
const designed: Row[] = [
	['exact', 'src/prices.ts:10', copilot, 'applied', exact],
	['several lines', 'src/cart.ts:17', rabbit, 'applied', exact],
	['inside of <details>', 'src/discounts.ts:2', rabbit, 'applied', exact],
	['outdated, the lines have moved', 'src/shipping.ts:8', greptile, 'applied', {placement: 'moved', reason: /to 11/}],
	['renamed file', 'src/mail.ts:1', gemini, 'applied', {placement: 'moved', reason: /renamed from src\/mail.ts/}],
	['edited around', 'src/mail.ts:8', 'teammate', 'applied', {placement: 'merged'}],
	['after the rename', 'src/order-mail.ts:20', copilot, 'applied', exact],
	['edited since', 'src/shipping.ts:22', gemini, 'stale', {placement: 'stale'}],
	['deleted since', 'src/shipping.ts:14', copilot, 'stale', {placement: 'gone'}],
	['made already', 'src/shipping.ts:4', 'maintainer', 'already-applied', {placement: 'already-applied'}],
	['deletion, empty block', 'src/cart.ts:12', greptile, 'applied', exact],
	['deletion, one empty line, CRLF file', 'styles/shop.css:10', 'maintainer', 'applied', exact],
	['CRLF file', 'styles/shop.css:4', copilot, 'applied', exact],
	['CRLF file', 'styles/shop.css:15', 'teammate', 'applied', exact],
	['no final newline', 'src/currency.ts:3', copilot, 'applied', exact],
	['identical, first', 'src/prices.ts:15', copilot, 'applied', exact],
	['identical, second', 'src/prices.ts:15', greptile, 'applied', exact],
	['overlap, a person wins', 'src/cart.ts:32', 'maintainer', 'applied', {conflict: 'overlap'}],
	['overlap, a bot loses', 'src/cart.ts:31', rabbit, 'declined', {conflict: 'overlap', reason: /human reviewer/}],
	['tie', 'src/cart.ts:40', 'maintainer', 'conflict', {conflict: 'same-lines'}],
	['tie', 'src/cart.ts:40', 'teammate', 'conflict', {conflict: 'same-lines'}],
	['two alternatives', 'src/cart.ts:25', gemini, 'conflict', {conflict: 'choice'}],
	['overlapping ranges that merge', 'scripts/import_prices.py:8', rabbit, 'applied', exact],
	['overlapping ranges that merge', 'scripts/import_prices.py:9', gemini, 'applied', exact],
	['fewer lines than before', 'scripts/import_prices.py:18', copilot, 'applied', exact],
	['more lines than before', 'scripts/import_prices.py:24', 'teammate', 'applied', exact],
	['repeated in a prompt', 'src/discounts.ts:9', greptile, 'applied', exact],
	['holds a fence', 'README.md:13', 'maintainer', 'applied', exact],
	['passer-by', 'README.md:7', 'visitor', 'needs-person', {...exact, reason: /--trust-author visitor/}],
	['left side', 'src/prices.ts:9', 'teammate', 'needs-person', {reason: /deleted lines/}],
	['resolved', 'styles/shop.css:8', gemini, 'not-actionable', {reason: /resolved/}],
	['minimised', 'scripts/import_prices.py:11', rabbit, 'not-actionable', {reason: /outdated/}],
	['pending', 'src/cart.ts:41', 'teammate', 'not-actionable', {reason: /pending/}],
	['reply', 'src/cart.ts:42', 'developer', 'not-actionable', {reason: /reply/}],
	['whole file', 'src/discounts.ts:-', copilot, 'needs-model'],
	['prose', 'src/cart.ts:42', copilot, 'needs-model'],
];

test.each(designed)('%s: %s by %s is %s', (_, place, by, outcome, {placement, reason, conflict} = {}) => {
	const [path, start] = place.split(':');
	const found = report.findings.filter(
		finding => finding.path === path && String(finding.lines?.start ?? '-') === start && finding.author?.login === by,
	);
	expect(found).toHaveLength(1);
	const [finding] = found;
	const changes = report.changes.filter(({findings}) => findings.includes(finding!.id));
	expect(finding!.outcome).toBe(outcome);
	if (reason) expect(finding!.reason).toMatch(reason);
	if (placement) expect(changes.map(change => change.placement?.kind)).toEqual([placement]);
	const conflicts = report.conflicts.filter(entry => changes.some(({id}) => entry.changes.includes(id)));
	expect(conflicts.map(({kind}) => kind)).toEqual(conflict ? [conflict] : []);
});

test('every comment has the outcome that was designed', () => {
	expect(report.exitCode).toBe(3);
	expect(report.warnings).toEqual([]);
	expect(report.receipt).toMatchObject({threads: 36, reviewBodies: 2, issueComments: 2, incomplete: []});
	expect(report.summary).toEqual({
		findings: 43,
		applied: 21,
		planned: 0,
		alreadyApplied: 1,
		conflict: 3,
		stale: 2,
		needsModel: 5,
		needsPerson: 2,
		declined: 1,
		failed: 0,
		notActionable: 8,
	});
});

test('identical suggestions are one change', () => {
	const shared = report.changes.filter(({findings}) => findings.length === 2);
	expect(shared.map(({path, diff}) => [path, diff.match(/^[-+].*/gm)])).toEqual([
		['src/prices.ts', ['-\treturn price.cents == 0;', '+\treturn price.cents === 0;']],
	]);
});

test('the files keep their line ends', () => {
	expect(tree.read('styles/shop.css').match(/(?<!\r)\n/g)).toBeNull();
	expect(tree.read('src/currency.ts')).toMatch(/'EUR';$/);
	expect(tree.read('README.md')).toContain(
		'\n```ts\nexport const discounts: Record<string, number> = {SUMMER: 0.1};\n```\n',
	);
});

test('the commits are those that the comments speak of', () => {
	const commits = tree.git('rev-list', '--reverse', 'discounts').split('\n');
	expect(commits.at(-1)).toBe(recording.pullRequest.headRefOid);
	expect(tree.git('rev-parse', 'main')).toBe(commits[0]);
	const named = reviewThreads.flatMap(thread => thread.comments.map(comment => comment.originalCommit.oid));
	expect([...new Set(named)].sort()).toEqual(commits.slice(1).sort());
});

const onLines = reviewThreads.filter(({subjectType}) => subjectType === 'LINE');

test.each(onLines)('the hunk of the comment on $path:$originalLine ends there', thread => {
	const {diffHunk, originalCommit} = thread.comments[0]!;
	const commit = thread.diffSide === 'LEFT' ? 'main' : originalCommit.oid;
	const lines = tree.git('show', `${commit}:${thread.path}`).split('\n');
	const last = diffHunk!.split('\n').at(-1)!;
	expect(last.slice(1)).toBe(lines[thread.originalLine! - 1]);
	expect(thread.diffSide === 'LEFT' ? ['-'] : [' ', '+']).toContain(last[0]);
});

test('reviewers are bots and roles, no persons', () => {
	const remarks = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const logins = new Set(remarks.map(({author}) => author.login));
	expect([...logins].sort()).toEqual(
		[rabbit, copilot, gemini, greptile, 'developer', 'maintainer', 'teammate', 'visitor'].sort(),
	);
});
