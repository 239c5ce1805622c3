import {describe, expect, test} from 'vitest';
import {closeThread} from '../../../source/review/closing/close-thread.ts';
import {goneWith} from '../../../source/review/closing/later-text.ts';
import {formatReply, nothingDecided} from '../../../source/review/closing/marker.ts';
import {
	fitRows,
	formatSummaryComment,
	parseSummaryComment,
	type SummaryRow,
	summaryPlace,
} from '../../../source/review/closing/summary-comment.ts';
import {actsIn} from '../../../source/review/closing/thread-acts.ts';
import type {ThreadCommentNow, ThreadNow} from '../../../source/review/closing/thread-now.ts';
import type {ThreadPlan} from '../../../source/review/closing/thread-plan.ts';
import {rowsOfThreads, threadRows} from '../../../source/review/closing/thread-rows.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const [made, other] = ['a'.repeat(40), 'b'.repeat(40)];
const viewer = 'octocat';
const addressOfThread = (id: number) => `https://github.com/octo/app/pull/7#discussion_r${id}`;
const place = {path: 'src/a.ts', lines: {start: 3, end: 3}};

const fixed = closeThread([{kind: 'fixed', commit: made, moved: null, model: null}]);

const rowFor = (id: number, text = `Applied in ${made}.`, state: SummaryRow['state'] = 'fixed'): SummaryRow => ({
	finding: `f_${id},f_${id}b`,
	place: summaryPlace(place, addressOfThread(id)),
	state,
	text,
});

function thread(id: number, more: Partial<ThreadCommentNow>[] = [], init: Partial<ThreadNow> = {}): ThreadNow {
	const comments = [{author: bot('rabbit')}, ...more].map((comment, index) => ({
		id: `${id}${index}`,
		nodeId: `node_${id}${index}`,
		url: index === 0 ? addressOfThread(id) : null,
		authorAssociation: null,
		author: bot('rabbit'),
		body: 'Do this.',
		hasThumb: false,
		...comment,
	}));
	return {id: `T${id}`, isResolved: false, mayReply: true, mayResolve: true, comments, ...init};
}

const reply = {author: person(viewer), body: formatReply(fixed, 'r0', ['f_1'])};

const plan: ThreadPlan = {
	closing: fixed,
	run: 'r1',
	findings: ['f_1', 'f_1b'],
	place,
	decided: nothingDecided,
	made: new Set(),
	read: new Map(),
	isAsWritten: true,
	applied: new Set(),
	isCompared: true,
	ownWords: null,
};

const wishes = {reply: true, replies: 'needed', resolve: true, resolvePeople: false, react: false} as const;

function told(now: ThreadNow, more: Partial<ThreadPlan> = {}, row: SummaryRow | null = null) {
	const world = {
		viewer,
		accounts: {viewer, mayWrite: new Map([['writer', true]])},
		isPublished: (oid: string) => oid === made,
		rowOf: () => row,
		isOurs: () => true,
		isGone: () => false,
		isSurpassed: () => false,
		wasRead: () => true,
	};
	const acts = actsIn(now, {...plan, ...more}, wishes, world);
	return [acts.told, acts.row?.text ?? null, ...acts.acts.map(({kind}) => kind)];
}

describe('with replies=needed', () => {
	const text = `Applied in ${made}.`;

	test('a thread hears it in a row if it is resolved and its suggestion stands as written', () => {
		expect(told(thread(1))).toEqual(['summary', text, 'resolve']);
		expect(told(thread(1, [], {mayReply: false}))).toEqual(['summary', text, 'resolve']);
		const before = closeThread([{kind: 'already-fixed', commit: made}]);
		expect(told(thread(1), {closing: before})).toEqual(['summary', `Already done in ${made}.`, 'resolve']);
	});

	test('every other thread hears it in a reply', () => {
		const reformatted = closeThread([{kind: 'reformatted', commit: made, moved: null, model: null}]);
		const byPerson = thread(1, [{author: person('ann'), body: 'Hm.'}]);
		expect(told(thread(1), {isAsWritten: false})).toEqual(['reply', null, 'reply', 'resolve']);
		expect(told(thread(1), {closing: reformatted})).toEqual(['reply', null, 'reply', 'resolve']);
		expect(told(byPerson)).toEqual(['reply', null, 'reply']);
		expect(told(thread(1, [], {mayResolve: false}))).toEqual(['reply', null, 'reply']);
		const older = {...reply, author: person('writer'), body: formatReply(closeThread([]), 'r0', ['f_1'])};
		const gone = goneWith('fixed', [other]);
		if (!gone) throw new Error('a reply that names a commit can be gone');
		expect(told(thread(1, [{...older, body: formatReply(gone, 'r0', ['f_1'])}]))).toEqual([
			'reply',
			null,
			'reply',
			'resolve',
		]);
	});

	test('a thread hears nothing anew that its row says, but what it does not say', () => {
		expect(told(thread(1), {}, rowFor(1))).toEqual(['summary', null, 'resolve']);
		expect(told(thread(1), {}, rowFor(1, `Reverted in ${made}.`, 'reverted'))).toEqual(['summary', text, 'resolve']);
		expect(told(thread(1), {decided: {...nothingDecided, taken: ['c1']}}, rowFor(1))).toEqual([
			'summary',
			text,
			'resolve',
		]);
		expect(told(thread(1), {isAsWritten: false}, rowFor(1, `Reverted in ${made}.`, 'reverted'))).toEqual([
			'reply',
			null,
			'reply',
			'resolve',
		]);
	});

	test('a row whose commit was pushed away is corrected, and its thread is open again', () => {
		const nothing = {closing: closeThread([{kind: 'open', place: null, why: 'edited since'}])};
		const gone = `Applied in ${other}, which is no longer on this pull request.`;
		const resolved = thread(1, [], {isResolved: true});
		expect(told(resolved, nothing, rowFor(1, `Applied in ${other}.`))).toEqual(['summary', gone, 'unresolve']);
		expect(told(resolved, nothing, rowFor(1, gone, 'gone'))).toEqual(['summary', null]);
	});
});

test('a row belongs to the thread that it links to, unless that has a reply of ours', () => {
	const rows = [rowFor(1), rowFor(2), rowFor(3)];
	const forged = {...reply, author: person('eve')};
	const found = threadRows([thread(1), thread(2, [reply]), thread(3, [forged]), thread(4)], {rows}, viewer);
	expect([...found]).toEqual([
		['T1', rows[0]],
		['T3', rows[2]],
	]);
	expect(threadRows([thread(1)], null, viewer).size).toBe(0);
});

test('rows are as they were, in the order of the threads, until something else is said', () => {
	const threads = [thread(3), thread(1), thread(2), thread(4), thread(5)];
	const rows = new Map([
		['T1', rowFor(1)],
		['T2', rowFor(2)],
		['T3', rowFor(3, `Applied in ${other}.`)],
		['T5', rowFor(5)],
	]);
	const nothing = {acts: [], open: null, told: 'summary', row: null} as const;
	const planned = new Map([
		['T2', {plan, acts: {...nothing, acts: [{kind: 'reply', thread: 'T2', body: ''} as const]}}],
		['T4', {plan: {...plan, findings: ['f_4', 'f_4b']}, acts: {...nothing, row: fixed}}],
		['T5', {plan: {...plan, findings: []}, acts: {...nothing, row: goneWith('fixed', [other])}}],
	]);
	const isPublished = (oid: string) => oid === made;
	const after = rowsOfThreads(threads, planned as never, {rows, isPublished});
	expect(after).toEqual([
		{thread: 'T1', row: rowFor(1), isNew: false},
		{thread: 'T4', row: rowFor(4), isNew: true},
		{
			thread: 'T5',
			row: rowFor(5, `Applied in ${other}, which is no longer on this pull request.`, 'gone'),
			isNew: false,
		},
	]);
});

test('rows of threads come in last, and leave room for what corrects them', () => {
	const beside = Array.from({length: 200}, (_, index): SummaryRow => ({...rowFor(index), finding: `f_${index}`}));
	const inThreads = Array.from({length: 300}, (_, index) => rowFor(index + 1000));
	const run = '20261121-1412-ab12';
	const summary = fitRows(beside, run, nothingDecided, [], inThreads);
	expect(summary.rows.slice(0, 200)).toEqual(beside);
	expect([summary.more, summary.rows.length < 500, summary.rows.length > 300]).toEqual([0, true, true]);
	const gone = `Applied in ${made}, which is no longer on this pull request.`;
	const corrected = summary.rows.slice(200).map(row => ({...row, state: 'gone' as const, text: gone}));
	const body = formatSummaryComment({...summary, rows: [...beside, ...corrected]});
	expect(body.length).toBeLessThanOrEqual(65_536);
	expect(parseSummaryComment(body)?.rows.slice(200)).toEqual(corrected);
});
