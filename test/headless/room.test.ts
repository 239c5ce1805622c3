import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {formatText} from '../../source/document/text.ts';
import {makeProgress} from '../../source/headless/progress.ts';
import {formatReport} from '../../source/headless/report-text.ts';
import {outputTo, paintFor} from '../../source/headless/terminal.ts';
import {benchmarkDocument} from '../../source/run/benchmark/benchmark-document.ts';
import type {BenchmarkResult} from '../../source/run/benchmark/result.ts';
import {modelDocument} from '../../source/run/report/asking-words.ts';
import {outcomes} from '../../source/run/report/outcome.ts';
import type {Report} from '../../source/run/report/report.ts';
import {widthOf} from '../../source/text/cells.ts';
import {foreign} from '../text/words.ts';

const room = fc.integer({min: 40, max: 130});
const paint = paintFor({color: true});

const tooWide = (text: string, room: number) =>
	text.split('\n').filter(line => widthOf(stripVTControlCharacters(line)) > room);

const lines = fc.option(fc.record({start: fc.nat(99_999), end: fc.nat(99_999)}));

const source = {kind: 'thread', threadId: null, commentId: '1', url: null} as const;

// Typed as a whole: what a report gets besides has to be thought of here too.
const finding: fc.Arbitrary<Report['findings'][number]> = fc.record({
	id: fc.constant('f'),
	source: fc.constant(source),
	author: fc.option(fc.record({login: foreign, bot: fc.constant(null)})),
	alsoTold: fc.array(
		fc.option(foreign).map(words => ({...source, words})),
		{maxLength: 2},
	),
	title: foreign,
	severity: fc.constant(null),
	statedSeverity: fc.constant(null),
	category: fc.constant(null),
	confidence: fc.constant(null),
	path: fc.option(foreign),
	lines,
	alsoAt: fc.constant([]),
	bodyHash: fc.constant(''),
	explanation: fc.option(foreign),
	outcome: fc.constantFrom(...outcomes),
	reason: foreign,
	closing: fc.option(
		fc.record({
			state: fc.constantFrom('fixed' as const, 'none' as const),
			text: fc.option(foreign),
			told: fc.constant('reply' as const),
			replyUrl: fc.constant(null),
			resolved: fc.boolean(),
			reason: foreign,
			reasonCode: fc.constantFrom('partly' as const, null),
		}),
	),
	changes: fc.constant([]),
});

const change = fc.record({
	id: fc.constantFrom('c1', 'c2'),
	path: foreign,
	findings: fc.constant(['f']),
	placement: fc.option(fc.record({start: fc.nat(99_999), end: fc.nat(99_999)})),
	outcome: fc.constantFrom(...outcomes),
	diff: fc.array(foreign.map(text => `-${text}\n+${text}`)).map(hunks => hunks.join('\n')),
});

const asking = fc.record({
	questions: fc.nat(),
	answered: fc.nat(),
	changes: fc.nat(),
	unanswered: fc.constant({limit: 1, service: 2}),
	stoppedBy: fc.constantFrom(null, 'budget', 'store'),
	costUsd: fc.double({min: 0, max: 1e6, noNaN: true}),
	unknownCosts: fc.nat(),
});

const report = fc.record({
	findings: fc.array(finding, {maxLength: 5}),
	changes: fc.array(change, {maxLength: 2}),
	conflicts: fc.array(
		fc.record({
			id: fc.constant('k1'),
			kind: fc.constant('overlap'),
			changes: fc.constant(['c1', 'c2']),
			chosen: fc.constantFrom(null, 'c1'),
			reason: foreign,
		}),
		{maxLength: 2},
	),
	receipt: fc.record({
		threads: fc.nat(),
		reviewBodies: fc.nat(),
		issueComments: fc.nat(),
		pages: fc.nat(),
		incomplete: fc.array(foreign, {maxLength: 2}),
		notInApi: fc.array(foreign, {maxLength: 2}),
		reviewers: fc.array(
			fc.record({login: foreign, state: fc.constant('paused'), detail: foreign, since: fc.constant(null)}),
			{maxLength: 2},
		),
	}),
	warnings: fc.array(fc.record({kind: fc.constant('unfit-filter'), text: foreign}), {maxLength: 2}),
	summary: fc.record({findings: fc.nat(), stale: fc.nat(1), needsModel: fc.nat(1)}),
	pullRequest: fc.record({owner: foreign, repo: foreign, number: fc.option(fc.nat())}),
	run: fc.constant(null),
	llm: fc.record({asking: fc.option(asking)}),
	commits: fc.array(fc.record({oid: fc.constant('4f1c2ab00000'), headline: foreign, changes: fc.constant(['c1'])}), {
		maxLength: 2,
	}),
	hooks: fc.constant([]),
	commitPreview: fc.array(fc.constantFrom('Apply suggestions\n\nPr-Resolve-Run: <run>\n', 'x'.repeat(90)), {
		maxLength: 2,
	}),
	pushPreview: fc.option(fc.record({repo: foreign, branch: foreign})),
	committedRuns: fc.constantFrom([], ['20261121-1030-ab12cd']),
	uncommitted: fc.array(
		fc.record({
			path: foreign,
			lines: fc.record({start: fc.nat(), end: fc.nat()}),
			changes: fc.constant(['c1']),
			reason: foreign,
		}),
		{maxLength: 2},
	),
	stops: fc.array(fc.record({message: foreign, remedy: foreign}), {maxLength: 2}),
	files: fc.constant([]),
	verification: fc.constant(null),
	heldBack: fc.option(
		fc.record({
			heldBack: fc.array(foreign, {maxLength: 3}),
			withoutLogin: fc.array(foreign, {maxLength: 2}),
			flag: fc.constant('--verify-env'),
		}),
	),
	publication: fc.option(
		fc.record({
			replies: fc.nat(),
			resolved: fc.nat(),
			reactions: fc.nat(),
			requested: fc.nat(),
			pending: fc.nat(),
			unknown: fc.record({
				replies: fc.nat(),
				resolved: fc.nat(),
				unresolved: fc.nat(),
				reactions: fc.nat(),
				comments: fc.nat(),
				requested: fc.nat(),
				commits: fc.nat(),
			}),
			planned: fc.record({replies: fc.nat(), resolved: fc.nat(), reactions: fc.nat(), requested: fc.nat()}),
			repliesWith: fc.option(fc.record({all: fc.nat(), needed: fc.nat()})),
			stoppedBy: fc.constant(null),
			target: fc.option(
				fc.record({repo: foreign, branch: foreign, before: fc.constant('4f1c2ab'), after: fc.constant('9be01d7')}),
			),
			notes: fc.array(foreign, {maxLength: 2}),
		}),
	),
}) as unknown as fc.Arbitrary<Report>;

test('no line of a report takes more cells than a terminal has, whatever reviewers wrote', () =>
	fc.assert(
		fc.property(report, room, (given, room) => {
			const text = formatReport(given, {paint, room});
			expect(tooWide(text, room)).toEqual([]);
			expect(stripVTControlCharacters(text)).not.toMatch(/(?!\n)\p{Cc}/u);
		}),
	));

test('a report to a pipe holds every title and reason whole', () =>
	fc.assert(
		fc.property(report, given => {
			const plain = {
				...given,
				findings: given.findings.map(each => ({...each, title: '漢'.repeat(200), reason: '字'.repeat(200)})),
			};
			const text = formatReport(plain, {paint: (_, text) => text, room: Number.POSITIVE_INFINITY});
			const shown = plain.findings.filter(({outcome}) => outcome !== 'not-actionable');
			expect(text.split('漢'.repeat(200)).length - 1).toBe(shown.length);
			if (shown.length > 0) expect(text).toContain('字'.repeat(200));
		}),
	));

test('the accounts of a run and the figures of a benchmark fit', () =>
	fc.assert(
		fc.property(foreign, fc.nat(), room, (name, number, room) => {
			const tokens = {input: number, cachedInput: number, cacheWrite: number, output: number};
			const account = {requests: number, tokens, costUsd: number};
			const accounts = {
				...account,
				questions: number,
				avoided: number,
				cacheHits: number,
				cacheHitRate: 0.5,
				budgetUsd: 5,
				errors: {[`x${name}`]: 3},
				latency: {meanMs: number, p50Ms: number, p95Ms: number, p99Ms: number},
				byProvider: {[`x${name}`]: account},
			} as unknown as Report['llm'];
			expect(tooWide(formatText(modelDocument(accounts), {paint, room}), room)).toEqual([]);
			const none = {hits: 0, of: 0};
			const provider = {
				name,
				figures: {
					latency: accounts.latency,
					throughputPerSecond: 1,
					success: none,
					accuracy: {all: none},
					costUsd: number,
				},
				verdicts: [],
				stop: {by: 'interruption'},
			};
			const result = {
				providers: [provider, provider],
				partial: false,
				advice: [
					{
						use: 'quality',
						provider: name,
						why: 'free',
						close: [name],
						comparedOn: {answers: 3, comments: null},
						better: [name],
					},
				],
				cautions: [{provider: name, text: name}],
			} as unknown as BenchmarkResult;
			expect(tooWide(formatText(benchmarkDocument(result), {paint, room}), room)).toEqual([]);
		}),
	));

test('a line of progress leaves the last cell free', () =>
	fc.assert(
		fc.property(foreign, room, (title, columns) => {
			const written: string[] = [];
			const stderr = outputTo({write: text => written.push(text), columns});
			const progress = makeProgress({stderr, live: true, verbose: false}, {log: () => {}, now: () => 0});
			progress.show({type: 'answered', finding: {path: 'src/ü.ts', title}} as Parameters<typeof progress.show>[0]);
			expect(tooWide(written.join('').replaceAll('\r', ''), columns - 1)).toEqual([]);
		}),
	));
