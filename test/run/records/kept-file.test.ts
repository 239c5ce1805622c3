import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {wordsForm} from '../../../source/run/decisions/kept-words.ts';
import {openKept} from '../../../source/run/records/kept-file.ts';
import {decisionsForm, filterForm} from '../../../source/run/session/kept-work.ts';
import {memoryForm} from '../../../source/run/watch/memory.ts';
import {newFolder} from '../../helpers/folders.ts';
import {pullRequest} from '../../helpers/pull-request.ts';

const kept = [
	[decisionsForm, {at: 1, decisions: [{change: 'c1', action: 'decline', reason: 'no'}]}, 'decisions'],
	[filterForm, {filter: 'severity:major'}, 'filter'],
	[wordsForm, {words: [{kind: 'declined', ids: ['c1'], by: 'ann', reason: null, at: 1}]}, 'words'],
	[memoryForm, {head: 'abc', findings: ['f1'], idleRounds: 0}, 'findings'],
] as const;

describe.each(kept)('what is kept of a pull request: %o', (form, record, field) => {
	/** A kept record whose text was changed, and what was logged about it. */
	async function changed(change: (text: string) => string) {
		const [records, warnings] = [newFolder(), [] as string[]];
		const log = (_: string, message: string) => void warnings.push(message);
		const file = openKept<object>(form, records, pullRequest(), {log});
		await file.keep(record);
		const folder = join(records, readdirSync(records)[0]!);
		const [name] = readdirSync(folder);
		const path = join(folder, name!);
		const text = change(readFileSync(path, 'utf8'));
		writeFileSync(path, text);
		return {file, folder, path, text, warnings};
	}

	test('is read as it was kept, with what it has more', async () => {
		const {file} = await changed(text => text.replace('{', '{"more":true,'));
		expect(await file.take()).toMatchObject(record);
	});

	test.each([
		['torn', (text: string) => text.slice(0, -10)],
		['of an older version', (text: string) => text.replace(/@\d+/, '@0')],
		['of another form', (text: string) => text.replace(`"${field}":`, '"other":')],
	])('if it is %s, it counts as none, is named once, and stays beside', async (_, change) => {
		const {file, folder, text, warnings} = await changed(change);
		expect(await file.take()).toBeNull();
		await file.keep(record);
		expect(await file.take()).toMatchObject(record);
		const [old] = readdirSync(folder).filter(name => name.endsWith('.old'));
		expect([readFileSync(join(folder, old!), 'utf8'), warnings]).toEqual([text, [expect.stringContaining(old!)]]);
	});

	test('if a newer version has written it, it is not written over', async () => {
		const {file, path, text} = await changed(text => text.replace(/@\d+/, '@99'));
		await expect(file.take()).rejects.toMatchObject({code: 'newer-record'});
		await expect(file.keep(record)).rejects.toMatchObject({code: 'newer-record'});
		await expect(file.drop()).rejects.toMatchObject({code: 'newer-record'});
		expect(readFileSync(path, 'utf8')).toBe(text);
	});
});

test('what is kept of a recording belongs to what it holds', async () => {
	const records = newFolder();
	const log = () => {};
	const recorded = (title: string) => pullRequest({source: {kind: 'recording'}, title});
	await openKept(filterForm, records, recorded('Ship it'), {log}).keep({filter: 'severity:major'});
	const found = async (title: string) => (await openKept(filterForm, records, recorded(title), {log}).take())?.filter;
	expect([await found('Ship it'), await found('Ship them')]).toEqual(['severity:major', undefined]);
});
