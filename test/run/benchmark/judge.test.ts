import {expect, test} from 'vitest';
import {noMask} from '../../../source/llm/mask/mask.ts';
import {tasksFor} from '../../../source/run/benchmark/ask-about.ts';
import type {DataSetEntry} from '../../../source/run/benchmark/data-set.ts';
import {judge} from '../../../source/run/benchmark/judge.ts';
import {finish, loadDataSet} from '../../../source/run/benchmark/load-data-set.ts';
import {changing} from '../../emulators/vendor/obedient.ts';
import {ownDataSet, rightAnswer, sampleOf} from '../../helpers/benchmark.ts';

const file = ['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5'];
const truth = {
	changes: 1,
	lines: {start: 2, end: 3},
	changeType: 'modification' as const,
	confidence: null,
	replacements: [['b = 20', 'c = 30'], ['b, c = 20, 30']],
};
const entry: DataSetEntry = {
	id: 'simple[0]',
	complexity: 'simple',
	body: 'Tenfold.',
	path: 'a.py',
	line: 2,
	truth,
	file,
};

const reply = (answer: unknown) => ({
	text: typeof answer === 'string' ? answer : JSON.stringify(answer),
	stop: 'complete' as const,
	usage: null,
	model: 'a model',
});

async function judged(answer: unknown, given: Partial<DataSetEntry> = {}) {
	const {tasks} = await tasksFor(finish('test', [{...entry, ...given}]), noMask);
	return judge(reply(answer), tasks[0]!);
}

test.each([
	['right', changing('a.py', 'b = 2\nc = 3', 'b = 20\nc = 30'), [true, true, true, true]],
	['right in another way', changing('a.py', 'b = 2\nc = 3', 'b, c = 20, 30'), [true, true, true, true]],
	[
		'right, with a line more than it takes',
		changing('a.py', 'a = 1\nb = 2\nc = 3', 'a = 1\nb = 20\nc = 30'),
		[true, true, true, true],
	],
	['another text', changing('a.py', 'b = 2', 'b = 200'), [true, true, true, false]],
	['a line too many', changing('a.py', 'b = 2\nc = 3\nd = 4', 'b = 20\nc = 30\nd = 40'), [true, false, true, false]],
	['deleted', changing('a.py', 'b = 2\nc = 3', ''), [true, true, false, false]],
	['added', changing('a.py', 'b = 2', 'b = 2\nb *= 10'), [true, true, false, false]],
	['nothing', {explanation: '', verdict: 'no-change', changes: [], confidence: 0.4}, [false, false, false, false]],
])('%s', async (_, answer, [number, range, type, text]) => {
	const {outcome, right} = await judged(answer);
	expect([outcome, right]).toEqual(['parsed', {number, range, type, text}]);
});

test('aspects without ground truth are not judged', async () => {
	const nothing = {changes: null, lines: null, changeType: null, confidence: null, replacements: null};
	const {right} = await judged(changing('a.py', 'b = 2', 'b = 20'), {truth: nothing});
	expect(right).toEqual({number: null, range: null, type: null, text: null});
});

test('without its file, an answer is judged by its form, number and type', async () => {
	const {outcome, right, confidence} = await judged(changing('a.py', 'x', 'y'), {file: null});
	expect([outcome, right, confidence]).toEqual(['parsed', {number: true, range: null, type: true, text: null}, 0.9]);
	expect(await judged('no JSON', {file: null})).toMatchObject({outcome: 'answer: not-json', confidence: null});
});

test('without its file, an answer is judged by the lines that it names', async () => {
	const naming = (start_line: unknown, end_line: unknown) => {
		const answer = changing('a.py', 'x', 'y');
		return {...answer, changes: answer.changes.map(change => ({...change, start_line, end_line}))};
	};
	const range = async (start: unknown, end: unknown) => (await judged(naming(start, end), {file: null})).right.range;
	expect([await range(2, 3), await range(3, 3), await range(1, 3), await range(3, 2)]).toEqual([
		true,
		true,
		false,
		false,
	]);
	expect(await judged(naming('two', 3), {file: null})).toMatchObject({outcome: 'answer: wrong-shape'});
	const {tasks} = await tasksFor(finish('test', [{...entry, file: null}]), noMask);
	expect([JSON.stringify(tasks[0]!.request.schema), tasks[0]!.request.body]).toEqual([
		expect.stringContaining('start_line'),
		expect.stringContaining('end_line'),
	]);
});

test('the right answers to the own data set are found right', async () => {
	const {tasks, notes} = await tasksFor(await loadDataSet(ownDataSet, 'own', 'all'), noMask);
	expect([tasks.length, notes]).toEqual([30, []]);
	for (const task of tasks) {
		const {outcome, right} = await judge(reply(rightAnswer(sampleOf(task.request))), task);
		expect([task.entry.id, outcome, right]).toEqual([
			task.entry.id,
			'parsed',
			{number: true, range: true, type: true, text: true},
		]);
	}
});
