import {mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {FoundPull} from '../../../source/code-host/lists.ts';
import type {CountedPull} from '../../../source/run/stats/counted.ts';
import {forgetCounts, openKeptCounts} from '../../../source/run/stats/kept-counts.ts';
import {newFolder} from '../../helpers/folders.ts';

function ended(number: number, more: Partial<FoundPull> = {}): FoundPull {
	const place = {host: 'github.com', owner: 'Acme', name: 'api', number};
	const times = {createdAt: '2026-03-01T10:00:00Z', updatedAt: '2026-03-02T10:00:00Z', endedAt: '2026-03-02T10:00:00Z'};
	const rest = {id: `${number}`, url: '', title: '', author: null, isDraft: false, isFork: false, isArchived: false};
	const counts = {threads: 1, others: 0, changedLines: 1};
	return {...place, ...times, ...rest, ...counts, state: 'merged', headOid: 'a'.repeat(40), ...more};
}

const countedOf = ({host, owner, name, ...pull}: FoundPull): CountedPull => ({
	...{host, repository: `${owner}/${name}`, number: pull.number, url: pull.url, state: pull.state},
	...{createdAt: pull.createdAt, updatedAt: pull.updatedAt, endedAt: pull.endedAt, headOid: pull.headOid},
	...{changedLines: 1, findings: [], notCounted: {reply: 0, remark: 0, hidden: 0, repeated: 0}, incomplete: []},
});

function world() {
	const logged: string[] = [];
	const state = newFolder();
	const folder = join(state, 'pr-resolve', 'stats');
	const context = {env: {XDG_STATE_HOME: state}, log: (_: string, message: string) => void logged.push(message)};
	/** Where what was counted of the repository is. */
	const inside = () => join(folder, readdirSync(folder)[0] ?? '');
	return {context, logged, folder, inside};
}

test('what is kept is found whatever the case of the names, unless the pull request has changed since', async () => {
	const {context} = world();
	const kept = await openKeptCounts(context);
	const pull = ended(7);
	expect(await kept.of(pull)).toBeNull();
	await kept.keep(pull, countedOf(pull));
	expect(await kept.of({...pull, owner: 'acme', name: 'API'})).toEqual(countedOf(pull));
	expect(await kept.of({...pull, updatedAt: '2026-03-03T10:00:00Z'})).toBeNull();
	expect(await kept.of({...pull, headOid: 'b'.repeat(40)})).toBeNull();
	expect(await kept.of({...pull, host: 'ghe.example.com:8443'})).toBeNull();
});

test.each([
	['by other rules', (text: string) => text.replace('"rules":1', '"rules":0')],
	['by an older version', (text: string) => text.replace('counted@1', 'counted@0')],
	['with a class that is none', (text: string) => text.replace('"state":"merged"', '"state":"lost"')],
	['and torn', (text: string) => text.slice(0, 90)],
	['and emptied', () => ''],
])('what was kept %s is counted again, and written over', async (_, change) => {
	const {context, inside} = world();
	const kept = await openKeptCounts(context);
	const pull = ended(7);
	await kept.keep(pull, countedOf(pull));
	const file = join(inside(), '7.json');
	writeFileSync(file, change(readFileSync(file, 'utf8')));
	expect(await kept.of(pull)).toBeNull();
	await kept.keep(pull, countedOf(pull));
	expect(await kept.of(pull)).toEqual(countedOf(pull));
});

test('what a newer version has kept is not read, and not written over', async () => {
	const {context, inside} = world();
	const kept = await openKeptCounts(context);
	const pull = ended(7);
	await kept.keep(pull, countedOf(pull));
	const file = join(inside(), '7.json');
	const newer = readFileSync(file, 'utf8').replace('counted@1', 'counted@9');
	writeFileSync(file, newer);
	expect(await kept.of(pull)).toBeNull();
	await kept.keep(pull, countedOf(pull));
	expect(readFileSync(file, 'utf8')).toBe(newer);
});

test('of more than is to be kept, the oldest go first', async () => {
	const {context, inside} = world();
	const pulls = Array.from({length: 20}, (_, index) => ended(index + 1));
	const all = await openKeptCounts(context);
	for (const pull of pulls) await all.keep(pull, countedOf(pull));
	const size = readFileSync(join(inside(), '1.json')).length;
	for (const {number} of pulls) utimesSync(join(inside(), `${number}.json`), 1000 - number, 1000 - number);
	const some = await openKeptCounts(context, 10 * size);
	expect(readdirSync(inside()).map(name => Number.parseInt(name, 10))).toEqual(
		expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8]),
	);
	expect(readdirSync(inside()).length).toBeLessThanOrEqual(9);
	for (const pull of pulls) await some.keep(pull, countedOf(pull));
	expect(readdirSync(inside()).length).toBeLessThanOrEqual(10);
	expect(await some.of(ended(20))).not.toBeNull();
});

test('a folder that cannot be written to is told once, and without a home nothing is kept', async () => {
	const {context, logged, folder} = world();
	mkdirSync(join(folder, '..'), {recursive: true});
	writeFileSync(folder, 'a file');
	const kept = await openKeptCounts(context);
	for (const pull of [ended(1), ended(2)]) await kept.keep(pull, countedOf(pull));
	expect(logged).toEqual([`What is counted cannot be kept in ${folder} (ENOTDIR).`]);
	const homeless = await openKeptCounts({...context, env: {}});
	await homeless.keep(ended(1), countedOf(ended(1)));
	expect(await homeless.of(ended(1))).toBeNull();
	expect(await forgetCounts({env: {}})).toBeNull();
});

test('all of it can be deleted, and what was deleted is told', async () => {
	const {context, folder} = world();
	const kept = await openKeptCounts(context);
	expect(await forgetCounts(context)).toBeNull();
	for (const pull of [ended(1), ended(2), ended(1, {name: 'web'})]) await kept.keep(pull, countedOf(pull));
	expect(await forgetCounts(context)).toMatchObject({folder, pulls: 3, bytes: expect.any(Number)});
	expect(() => readdirSync(folder)).toThrow('ENOENT');
	// One that counts meanwhile goes on.
	await kept.keep(ended(1), countedOf(ended(1)));
	expect(await kept.of(ended(1))).not.toBeNull();
	rmSync(folder, {recursive: true});
});
