import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import type {Post, Reading} from '../../../source/review/dialect.ts';
import {dialectOf} from '../../../source/review/dialects/registry.ts';
import {hasCorpus} from '../../helpers/corpus.ts';
import {postOf} from './fixture.ts';

type Row = {
	id: string;
	bot: string;
	kind: 'inline' | 'review_body' | 'issue_comment';
	body: string;
	author_login: string | null;
	expected: {actionable: boolean; severity: string | null; items?: {start_line: number; processed: boolean}[]};
};

type PoolRow = {bot: string; login: string | null; path: string | null; body: string};

const read = (name: string) => readFileSync(new URL(`../../../../shared/corpus/${name}`, import.meta.url));
const parse = (lines: Buffer) =>
	lines
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));

const kinds = {inline: 'thread', review_body: 'review', issue_comment: 'comment'} as const;

/** Null where the general reader reads it. */
function readingOf(kind: Post['kind'], body: string, login: string | null): Reading | null {
	const post = postOf(kind, body, login);
	return dialectOf(post)?.read(post) ?? null;
}

/** Labels with which the reading does not agree, and why. */
const disputed = {
	actionable: {
		'qodo-007': 'a guide for reviewers has focus areas without paths: a notice',
		'ellipsis-003': 'drafts that the reviewer decided not to post: a notice, as in ellipsis-002',
	},
	severity: {
		'sourcery-005': 'a nitpick says how much it matters',
		'human-004': 'a nit says how much it matters',
		'reviewdog-001': 'the warning sign is the level of the linter',
		'reviewdog-002': 'the memo sign is the level of the linter',
		'claude-002': 'each heading of the review states a severity; the label has none for the whole',
	},
};

describe.skipIf(!hasCorpus)('the labelled comments (skipped without ../shared/corpus)', () => {
	const rows: Row[] = hasCorpus ? parse(read('comments.jsonl')).filter(({bot}: Row) => bot !== 'coderabbit') : [];
	const readings = rows.map(row => ({row, reading: readingOf(kinds[row.kind], row.body, row.author_login)}));

	test('it is right what asks for something', () => {
		const wrong = readings
			.filter(({row, reading}) => (reading?.remarks.some(({idle}) => !idle) ?? true) !== row.expected.actionable)
			.map(({row}) => row.id);
		expect(wrong.toSorted()).toEqual(Object.keys(disputed.actionable).toSorted());
	});

	test('the severity is the one that was stated', () => {
		const wrong = readings
			.filter(({row, reading}) => (reading?.remarks[0]?.severity?.raw ?? null) !== row.expected.severity)
			.map(({row}) => row.id);
		expect(wrong.toSorted()).toEqual(Object.keys(disputed.severity).toSorted());
	});

	test('all rows of bots are in a known format', () => {
		const unknown = readings.filter(({row, reading}) => row.bot !== 'human' && !reading).map(({row}) => row.id);
		expect(unknown).toEqual([]);
	});

	test('each labelled entry of a table is a remark at its lines', () => {
		const tables = readings.filter(({row}) => row.bot === 'qodo' && row.expected.items);
		expect(tables.length).toBeGreaterThan(0);
		for (const {row, reading} of tables) {
			const found = reading?.remarks.map(({place, idle}) => [place?.lines?.start, idle !== null]);
			const labelled = row.expected.items?.map(item => [item.start_line, item.processed]);
			expect(found).toEqual(expect.arrayContaining(labelled!));
		}
	});
});

describe.skipIf(!hasCorpus)('all other real comments (skipped without ../shared/corpus)', () => {
	const pool: PoolRow[] = hasCorpus ? parse(gunzipSync(read('pool.jsonl.gz'))) : [];
	const kindOf = (row: PoolRow) => (row.path ? 'thread' : 'comment');

	test('none is too much for a dialect', () => {
		for (const row of pool) {
			readingOf(kindOf(row), row.body, row.login);
			readingOf(kindOf(row), row.body, null);
		}
		expect(pool.length).toBeGreaterThan(1000);
	});

	test('those of reviewers are in the format that is known of them', () => {
		const others = pool.filter(({bot}) => bot !== 'coderabbit');
		const unknown = others.filter(row => readingOf(kindOf(row), row.body, row.login) === null);
		expect(unknown.map(({bot, body}) => [bot, body.slice(0, 60)])).toEqual([]);
	});

	test('what states a severity is read with one', () => {
		const stating = pool.filter(({bot, path}) => path && ['gemini', 'bugbot', 'codex'].includes(bot));
		const without = stating.filter(row => !readingOf('thread', row.body, row.login)?.remarks[0]?.severity);
		expect(without).toEqual([]);
	});
});
