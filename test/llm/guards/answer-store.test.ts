import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {createAnswerStore} from '../../../source/llm/guards/answer-store.ts';
import {newFolder} from '../../helpers/folders.ts';
import {replyOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

const day = 24 * 60 * 60_000;
let folder: string;
beforeEach(() => {
	folder = newFolder();
});

function open(bounds = {entries: 100, bytes: 1_000_000}, at = join(folder, 'answers')) {
	const clock = virtualClock();
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const store = createAnswerStore({folder: at, now: clock.now, log, bounds});
	return {clock, lines, store, names: async () => (await readdir(at)).sort(), at};
}

test('returns stored answers for seven days, to later runs too, and only to their owner', async () => {
	const {store, at} = open();
	await store.keep('ab', replyOf('yes'));
	const later = open();
	expect(await later.store.find('ab')).toEqual(replyOf('yes'));
	expect(await later.store.find('ac')).toBeNull();
	expect((await stat(join(at, 'ab.json'))).mode & 0o077).toBe(0);
	later.clock.pass(7 * day);
	expect(await later.store.find('ab')).toEqual(replyOf('yes'));
	later.clock.pass(1);
	expect(await later.store.find('ab')).toBeNull();
});

test('entries that are too old are deleted with the next that is kept', async () => {
	const first = open();
	await first.store.keep('aa', replyOf('old'));
	const {clock, store, names} = open();
	clock.pass(7 * day + 1000);
	await store.keep('bb', replyOf('new'));
	expect(await names()).toEqual(['bb.json']);
});

test('above the maximum number of entries the oldest are deleted', async () => {
	const {clock, store, names} = open({entries: 2, bytes: 1_000_000});
	for (const id of ['aa', 'bb', 'aa', 'cc']) {
		clock.pass(1000);
		await store.keep(id, replyOf(id));
	}
	expect(await names()).toEqual(['aa.json', 'cc.json']);
});

test('above the maximum size the oldest are deleted', async () => {
	const {clock, store, names} = open({entries: 100, bytes: 2500});
	for (const id of ['aa', 'bb', 'cc']) {
		clock.pass(1000);
		await store.keep(id, replyOf('x'.repeat(900)));
	}
	expect(await names()).toEqual(['bb.json', 'cc.json']);
});

test.each(['', '{', 'null', '[]', '{"atMs": 1}', '{"atMs": "now", "reply": {}}'])(
	'ignores a broken entry: %s',
	async text => {
		const {store, at, lines} = open();
		await store.keep('ab', replyOf('yes'));
		await writeFile(join(at, 'ab.json'), text);
		expect(await store.find('ab')).toBeNull();
		expect(lines).toEqual([]);
		await store.keep('ab', replyOf('again'));
		expect(await store.find('ab')).toMatchObject({text: 'again'});
	},
);

test('an entry whose end was lost is ignored', async () => {
	const {store, at} = open();
	await store.keep('ab', replyOf('yes'));
	const text = await readFile(join(at, 'ab.json'), 'utf8');
	for (let length = 0; length < text.length; length++) {
		await writeFile(join(at, 'ab.json'), text.slice(0, length));
		expect(await store.find('ab')).toBeNull();
	}
});

test('an unwritable folder gives one warning, and nothing fails', async () => {
	await writeFile(join(folder, 'file'), '');
	const {store, lines, at} = open(undefined, join(folder, 'file', 'below'));
	await store.keep('ab', replyOf('yes'));
	await store.keep('ac', replyOf('yes'));
	expect(await store.find('ab')).toBeNull();
	expect(lines).toEqual([expect.stringContaining(`WARNING Model answers cannot be cached in ${at}: `)]);
});
