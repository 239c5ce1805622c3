import {describe, expect, test} from 'vitest';
import type {Post, Reading} from '../../../source/review/dialect.ts';
import {dialectOf} from '../../../source/review/dialects/registry.ts';
import {hasCorpus, readLabelled, readPool} from '../../helpers/corpus.ts';
import {postOf} from './fixture.ts';

type Row = {
	id: string;
	bot: string;
	kind: 'inline' | 'review_body' | 'issue_comment';
	body: string;
	author_login: string | null;
	expected: {items?: {start_line: number; processed: boolean}[]};
};

type PoolRow = {bot: string; login: string | null; path: string | null; body: string};

const kinds = {inline: 'thread', review_body: 'review', issue_comment: 'comment'} as const;

/** Null where the general reader reads it. */
function readingOf(kind: Post['kind'], body: string, login: string | null): Reading | null {
	const post = postOf(kind, body, login);
	return dialectOf(post)?.read(post) ?? null;
}

describe.skipIf(!hasCorpus)('the labelled comments', () => {
	const rows = readLabelled<Row>().filter(({bot}) => bot !== 'coderabbit');
	const readings = rows.map(row => ({row, reading: readingOf(kinds[row.kind], row.body, row.author_login)}));

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

describe.skipIf(!hasCorpus)('all other real comments', () => {
	const pool = readPool<PoolRow>();
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
