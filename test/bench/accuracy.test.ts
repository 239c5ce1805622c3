import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openCorpus} from '../../bench/accuracy/corpus.ts';
import type {Judgement} from '../../bench/accuracy/judge.ts';
import {score} from '../../bench/accuracy/score.ts';
import {formatSummary, isFailed, summarize} from '../../bench/accuracy/summary.ts';
import {newFolder} from '../helpers/folders.ts';
import {type MadeUpCase, type Order, writeCorpus} from './corpus.ts';

const everything = {kinds: [], limit: null};

const run = (folder: string) =>
	score(openCorpus(folder, everything), {
		cli: [process.execPath, join(import.meta.dirname, 'fake-program.mjs')],
		searchPath: process.env.PATH!,
		jobs: 2,
		timeoutMs: 30_000,
		signal: new AbortController().signal,
	});

const files = {'a.txt': 'one\ntwo\nthree\n'};
const made = {'a.txt': 'ONE\ntwo\nTHREE\n'};
const edits = [
	{comment: 1, path: 'a.txt', start: 1, end: 1, text: ['ONE']},
	{comment: 2, path: 'a.txt', start: 3, end: 3, text: ['THREE']},
];

const makeCase = (id: string, orders: Order[], fields: Partial<MadeUpCase> = {}): MadeUpCase => ({
	id,
	kind: 'golden',
	files,
	orders,
	expected: {files: made, edits},
	...fields,
});

const applied: Order = {say: ['applied']};
const stale: Order = {say: ['stale']};

async function judgeOne(orders: Order[], fields: Partial<MadeUpCase> = {}): Promise<Judgement> {
	const [judgement] = await run(writeCorpus([makeCase('one', orders, fields)]));
	return judgement!;
}

test('an exact case and a wrong one are counted as such', async () => {
	const judgements = await run(
		writeCorpus([
			makeCase('right', [{write: made, say: ['applied']}, applied]),
			makeCase('mixed-up', [{write: {'a.txt': 'ONE\nTWO\nTHREE\n'}, say: ['applied']}, applied], {kind: 'batch'}),
		]),
	);
	const summary = summarize(judgements);
	expect(summary.kinds.golden).toMatchObject({cases: 1, exact: 1, wrong: 0});
	expect(summary.kinds.batch).toMatchObject({cases: 1, exact: 0, wrong: 1});
	expect(summary.sum).toMatchObject({cases: 2, exact: 1, wrong: 1, unreported: 0, 'false claims': 0, stray: 0});
	expect(isFailed(summary)).toBe(true);
	const text = formatSummary(summary, judgements);
	expect(text).toContain('  mixed-up: wrong\n');
	expect(text).toMatch(/^wrong edits: 1$/m);
});

test('one byte more or less is a wrong edit', async () => {
	expect(await judgeOne([{write: {'a.txt': 'ONE\ntwo\nTHREE'}, say: ['applied']}, applied])).toMatchObject({
		result: 'wrong',
	});
	expect(await judgeOne([{write: {'a.txt': 'ONE\ntwo\r\nTHREE\n'}, say: ['applied']}, applied])).toMatchObject({
		result: 'wrong',
	});
});

test('some edits of several are a part, and the truth about them is no false claim', async () => {
	const part = {'a.txt': 'one\ntwo\nTHREE\n'};
	expect(await judgeOne([{write: part, say: ['stale']}, applied])).toMatchObject({result: 'partly', falseClaim: null});
	const lie = await judgeOne([{write: part, say: ['applied']}, stale]);
	expect(lie.result).toBe('partly');
	expect(lie.falseClaim).toMatch(/^the edits of a\.txt are not those/);
});

test('untouched files are right, allowed, or a suggestion missed', async () => {
	expect(await judgeOne([stale, stale], {expected: {files}})).toMatchObject({result: 'exact'});
	expect(await judgeOne([stale, stale], {expected: {anyOf: [made], allowUnchanged: true}})).toMatchObject({
		result: 'left alone',
	});
	expect(await judgeOne([stale, stale])).toMatchObject({result: 'not applied', falseClaim: null});
});

test('either side of a conflict is right, and saying that both were made is a false claim', async () => {
	const sides = [{'a.txt': 'uno\ntwo\nthree\n'}, {'a.txt': 'eins\ntwo\nthree\n'}];
	const expected = {
		anyOf: sides,
		allowUnchanged: true,
		edits: [
			{comment: 1, path: 'a.txt', start: 1, end: 1, text: ['uno']},
			{comment: 2, path: 'a.txt', start: 1, end: 1, text: ['eins']},
		],
	};
	const fields = {kind: 'conflict', expected};
	expect(await judgeOne([{say: ['declined']}, {write: sides[1]!, say: ['applied']}], fields)).toMatchObject({
		result: 'exact',
		falseClaim: null,
	});
	expect((await judgeOne([{write: sides[0]!, say: ['applied']}, applied], fields)).falseClaim).not.toBeNull();
	expect(await judgeOne([{write: {'a.txt': 'uno\neins\nthree\n'}, say: ['applied']}, stale], fields)).toMatchObject({
		result: 'wrong',
	});
});

test('a change that is claimed and not made, or made and not reported, is a false claim', async () => {
	expect((await judgeOne([applied, stale])).falseClaim).toMatch(/^a change of a\.txt is said to be applied/);
	expect((await judgeOne([{write: made, say: ['stale']}, stale])).falseClaim).toMatch(/^a\.txt was changed, and no/);
});

test('comments without a finding are unreported, and files left behind are stray', async () => {
	const judgement = await judgeOne([{write: {...made, 'a.txt.orig': 'one\n'}, say: ['applied']}, {say: []}]);
	expect(judgement).toMatchObject({result: 'exact', unreported: [2], stray: ['a.txt.orig']});
});

test('an exit code out of order and an output that is no JSON are crashes', async () => {
	expect(await judgeOne([{exitCode: 134}, stale])).toMatchObject({result: 'crashed', crash: 'exit code 134'});
	expect(await judgeOne([{exitCode: 0}, stale])).toMatchObject({result: 'crashed', crash: 'no JSON on stdout'});
});

test('a case without expected bytes only has to run', async () => {
	expect(await judgeOne([{write: made, say: ['applied']}, stale], {kind: 'pull', expected: {}})).toMatchObject({
		result: 'ran',
		falseClaim: null,
	});
});

test('cases are chosen by kind and spread over all kinds by a limit', () => {
	const folder = writeCorpus(
		['batch', 'drift', 'golden', 'moved'].map(kind => makeCase(`${kind}-1`, [stale, stale], {kind})),
	);
	const idsOf = (kinds: string[], limit: number | null) => openCorpus(folder, {kinds, limit}).cases.map(({id}) => id);
	expect(idsOf([], null)).toEqual(['batch-1', 'drift-1', 'golden-1', 'moved-1']);
	expect(idsOf(['golden', 'drift'], null)).toEqual(['drift-1', 'golden-1']);
	expect(idsOf([], 2)).toEqual(['batch-1', 'golden-1']);
	expect(() => idsOf(['eol'], null)).toThrow(/no cases of kind eol/);
});

test('without a corpus the command shows what the folder must contain', () => {
	const script = join(import.meta.dirname, '../../bench/accuracy.ts');
	const {status, stdout, stderr} = spawnSync(process.execPath, [script, '--corpus', newFolder()], {encoding: 'utf8'});
	expect(status).toBe(2);
	expect(stdout).toBe('');
	expect(stderr).toContain('cases/<kind>/<id>.json');
});
