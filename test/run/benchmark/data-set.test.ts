import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {countByComplexity} from '../../../source/run/benchmark/data-set.ts';
import {loadDataSet} from '../../../source/run/benchmark/load-data-set.ts';
import {ownDataSet} from '../../helpers/benchmark.ts';
import {newFolder} from '../../helpers/folders.ts';

const entry = {body: 'Rename this.', path: 'src/a.py', line: 1, ground_truth: {}};
const whole = {simple: [entry], medium: [entry], complex: [entry]};

function put(value: unknown, files: Record<string, string> = {}): string {
	const folder = newFolder();
	const path = join(folder, 'set.json');
	writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
	for (const [name, text] of Object.entries(files)) {
		const file = join(folder, 'set', name);
		mkdirSync(dirname(file), {recursive: true});
		writeFileSync(file, text);
	}
	return path;
}

test("the program's own data set: ten of each class, each with its file and an edit that can be judged", async () => {
	const {entries, notes} = await loadDataSet(ownDataSet, 'own', 'all');
	expect(countByComplexity(entries)).toEqual({simple: 10, medium: 10, complex: 10});
	expect(notes).toEqual([]);
	for (const {id, file, truth} of entries) expect([id, file, truth.replacements]).not.toContain(null);
	expect(new Set(entries.map(({path}) => path.split('.').at(-1))).size).toBeGreaterThanOrEqual(9);
	expect(entries.slice(0, 4).map(({id}) => id)).toEqual(['simple[0]', 'medium[0]', 'complex[0]', 'simple[1]']);
});

test('one class alone', async () => {
	const {entries} = await loadDataSet(ownDataSet, 'own', 'medium');
	expect(countByComplexity(entries)).toEqual({simple: 0, medium: 10, complex: 0});
});

describe('what is no data set is refused, with the entry and the field', () => {
	const withEntry = (change: object) => ({...whole, medium: [entry, {...entry, ...change}]});
	const withTruth = (truth: object) => withEntry({ground_truth: truth});
	test.each([
		['not JSON', '{', 'not JSON'],
		['a list', [], 'expected an object'],
		['a key too few', {simple: [entry], medium: [entry]}, '"complex" is missing'],
		['a key too many', {...whole, hard: []}, 'unknown class "hard"'],
		['a class that is no list', {...whole, medium: {}}, 'medium must be a list'],
		['no body', withEntry({body: ' '}), 'medium[1].body'],
		['a body that is no text', withEntry({body: 3}), 'medium[1].body'],
		['no path', {...whole, medium: [{...entry, path: undefined}]}, 'medium[0].path is missing'],
		['line 0', withEntry({line: 0}), 'medium[1].line'],
		['a field too many', withEntry({author: 'x'}), 'medium[1].author is an unknown field'],
		['a truth that is none', withEntry({ground_truth: null}), 'medium[1].ground_truth must be an object'],
		['half a change', withTruth({changes: 0.5}), 'medium[1].ground_truth.changes'],
		['an end before its start', withTruth({start_line: 3, end_line: 2}), 'medium[1].ground_truth.end_line'],
		['a type that is no text', withTruth({change_type: 1}), 'medium[1].ground_truth.change_type'],
		['too sure', withTruth({confidence_threshold: 2}), 'medium[1].ground_truth.confidence_threshold'],
		['a text without its lines', withTruth({replacement: 'x'}), 'medium[1].ground_truth.replacement'],
	])('%s', async (_, value, message) => {
		await expect(loadDataSet(put(value), 'set.json', 'all')).rejects.toMatchObject({
			kind: 'usage',
			code: 'bad-data-set',
			message: expect.stringContaining(message),
		});
	});

	test.each([
		['all classes empty', {simple: [], medium: [], complex: []}, 'all', 'No entries in set.json.'],
		['the chosen class empty', {...whole, medium: []}, 'medium', 'No entries in class medium of set.json.'],
	] as const)('%s', async (_, value, only, message) => {
		await expect(loadDataSet(put(value), 'set.json', only)).rejects.toMatchObject({code: 'empty-data-set', message});
	});

	test('no file', async () => {
		const missing = join(newFolder(), 'none.json');
		await expect(loadDataSet(missing, 'none.json', 'all')).rejects.toMatchObject({code: 'no-data-set'});
	});

	test('a line that its file does not have', async () => {
		const path = put(withEntry({line: 9}), {'src/a.py': 'a = 1\n'});
		await expect(loadDataSet(path, 'set.json', 'all')).rejects.toMatchObject({
			message: expect.stringContaining('medium[1] is on line 9, but its file has 1'),
		});
	});
});

test('a class may be empty where others are not', async () => {
	const {entries} = await loadDataSet(put({...whole, complex: []}), 'set.json', 'all');
	expect(countByComplexity(entries)).toEqual({simple: 1, medium: 1, complex: 0});
});

test("a customer's data set needs no files, and a note explains the consequence", async () => {
	const {entries, notes} = await loadDataSet(put(whole), 'set.json', 'all');
	expect(entries.map(({file}) => file)).toEqual([null, null, null]);
	expect(notes).toEqual([expect.stringContaining('3 of 3 comments')]);
});

test('no file outside of the folder of the data set is read', async () => {
	const path = put({
		...whole,
		simple: [
			{...entry, path: '../set.json'},
			{...entry, path: 'link'},
		],
	});
	mkdirSync(join(dirname(path), 'set'));
	symlinkSync(path, join(dirname(path), 'set', 'link'));
	const {entries} = await loadDataSet(path, 'set.json', 'simple');
	expect(entries.map(({file}) => file)).toEqual([null, null]);
});
