import {appendFileSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import * as z from 'zod/mini';
import {openLines, openRecord, type RecordForm, schemaOf} from '../../source/system/records.ts';
import {ifShaped} from '../../source/system/shape.ts';
import {newFolder} from '../helpers/folders.ts';

const form: RecordForm<{filter: string}> = {kind: 'filter', read: ifShaped(z.object({filter: z.string()}))};

function newFile(content: string | null) {
	const folder = newFolder();
	const path = join(folder, 'kept/one.json');
	const warnings: string[] = [];
	const file = openRecord(path, form, (_, message) => warnings.push(message));
	if (content !== null) writeFileSync(path.replace('kept/', ''), content);
	const beside = content === null ? file : openRecord(join(folder, 'one.json'), form, (_, text) => warnings.push(text));
	return {folder, file: beside, warnings, names: () => readdirSync(folder)};
}

const ours = (filter: string) => `${JSON.stringify({schema: schemaOf('filter'), filter})}\n`;

it('keeps one record, in a folder that it makes, until it is dropped', async () => {
	const {file, warnings} = newFile(null);
	expect(await file.take()).toBeNull();
	await file.keep({filter: 'a'});
	await file.keep({filter: 'b'});
	expect(await file.read()).toMatchObject({filter: 'b'});
	await file.drop();
	expect(await file.take()).toBeNull();
	expect(warnings).toEqual([]);
});

it.each([
	['of an older version', ours('a').replace(/@\d+/, '@0')],
	['without a version', '{"filter": "a"}'],
	['that is no JSON', 'severity:major\n'],
	['that is torn', ours('a').slice(0, 20)],
	['without its fields', ours('a').replace('"filter":', '"sieve":')],
])('names a file %s once, and keeps it', async (_, content) => {
	const {folder, file, warnings, names} = newFile(content);
	expect(await file.read()).toBeNull();
	await file.keep({filter: 'b'});
	expect(await file.take()).toMatchObject({filter: 'b'});
	expect(warnings).toEqual([expect.stringContaining('a form that this version does not read')]);
	const [old] = names().filter(name => name.endsWith('.old'));
	expect(warnings[0]).toContain(join(folder, old!));
	expect(readFileSync(join(folder, old!), 'utf8')).toBe(content);
});

it('names a record of a newer version, and neither replaces nor removes it', async () => {
	const newer = ours('a').replace(/@\d+/, '@99');
	const {folder, file, warnings, names} = newFile(newer);
	expect(await file.read()).toBeNull();
	expect(warnings).toEqual([expect.stringContaining('A newer version of pr-resolve has written')]);
	const failure = {kind: 'failed', code: 'newer-record', message: expect.stringContaining(join(folder, 'one.json'))};
	await expect(file.take()).rejects.toMatchObject(failure);
	await expect(file.keep({filter: 'b'})).rejects.toMatchObject(failure);
	await expect(file.drop()).rejects.toMatchObject(failure);
	expect([names(), readFileSync(join(folder, 'one.json'), 'utf8')]).toEqual([['one.json'], newer]);
});

const linesOf = async (path: string, goesOn: boolean, warnings: string[] = []) =>
	openLines(path, form, {fresh: {filter: 'new'}, goesOn}, (_, message) => warnings.push(message));

it('keeps lines behind a record, and a line that a crash has cut takes no other with it', async () => {
	const path = join(newFolder(), 'lines.jsonl');
	const begun = await linesOf(path, true);
	await begun.append({at: 1}, true);
	await begun.close();
	appendFileSync(path, '\n{"at": 2, "cu');
	const later = await linesOf(path, true);
	await later.append({at: 3});
	await later.close();
	const last = await linesOf(path, true);
	await last.close();
	expect([begun.record, later.record]).toMatchObject([{filter: 'new'}, {filter: 'new'}]);
	expect(last.lines).toEqual([{at: 1}, {at: 3}]);
});

it('begins lines anew where they do not go on', async () => {
	const path = join(newFolder(), 'lines.jsonl');
	writeFileSync(path, `${ours('a')}\n{"key": "b"}`);
	const file = await linesOf(path, false);
	await file.close();
	expect([file.record, file.lines]).toEqual([{filter: 'new'}, []]);
	expect(readFileSync(path, 'utf8')).toBe(ours('new'));
});

it.each([
	['whose first line is torn', ours('a').slice(0, 20)],
	['of an older version', ours('a').replace(/@\d+/, '@0')],
])('keeps lines %s beside the new ones, and names them', async (_, first) => {
	const [folder, warnings] = [newFolder(), [] as string[]];
	const content = `${first}\n{"key": "b"}`;
	writeFileSync(join(folder, 'lines.jsonl'), content);
	const file = await linesOf(join(folder, 'lines.jsonl'), true, warnings);
	await file.close();
	const [old] = readdirSync(folder).filter(name => name.endsWith('.old'));
	expect([file.record, readFileSync(join(folder, old!), 'utf8')]).toEqual([{filter: 'new'}, content]);
	expect(warnings).toEqual([expect.stringContaining(old!)]);
});

it.each([true, false])('leaves lines of a newer version as they are: %s', async goesOn => {
	const path = join(newFolder(), 'lines.jsonl');
	const newer = `${ours('a').replace(/@\d+/, '@99')}\n{"key": "b"}`;
	writeFileSync(path, newer);
	await expect(linesOf(path, goesOn)).rejects.toMatchObject({code: 'newer-record'});
	expect(readFileSync(path, 'utf8')).toBe(newer);
});
