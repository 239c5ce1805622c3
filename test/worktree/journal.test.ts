import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {hashOf} from '../../source/worktree/images.ts';
import {openJournal} from '../../source/worktree/journal.ts';
import {newFolder} from '../helpers/folders.ts';
import {edit, processes, run} from './folders.ts';

const start = Date.UTC(2026, 10, 21, 10, 30);
const file = edit('src/a.ts', 'before\n', 'after\n');
const gone = '0 2026-11-21T10:30:00.000Z 1';

function newJournal() {
	const records = newFolder();
	const journal = openJournal(records, processes);
	const begin = (now: number, randomId: string) => journal.begin({...run, now, randomId, owner: gone, files: [file]});
	return {records, journal, begin, runs: join(records, 'runs')};
}

it("keeps both images of every file and the caller's summary of the run", async () => {
	const {journal, begin} = newJournal();
	const id = await begin(start, 'ab12');
	expect(id).toBe('20261121-103000-ab12');
	const kept = await journal.read(id);
	expect(kept).toMatchObject({...run, time: '2026-11-21T10:30:00.000Z', state: 'interrupted'});
	expect(kept.files).toEqual([{path: 'src/a.ts', before: hashOf(file.before), after: hashOf(file.after)}]);
	expect(await journal.image(id, kept.files[0]!.before)).toEqual(file.before);
	expect(await journal.image(id, kept.files[0]!.after)).toEqual(file.after);
});

it('goes from interrupted to done to undone', async () => {
	const {journal, begin} = newJournal();
	const id = await begin(start, 'ab12');
	expect((await journal.interrupted()).map(found => found.id)).toEqual([id]);
	await journal.finish(id, {written: ['src/a.ts'], refused: []});
	expect(await journal.interrupted()).toEqual([]);
	expect(await journal.read(id)).toMatchObject({state: 'done', written: ['src/a.ts']});
	await journal.reopen(id, gone, 'undoing');
	expect(await journal.read(id)).toMatchObject({state: 'interrupted', phase: 'undoing'});
	await journal.markUndone(id, 'undone');
	expect(await journal.read(id)).toMatchObject({state: 'undone'});
});

it('lists the newest first, also within a second, and finds a run by a unique start of its id', async () => {
	const {journal, begin} = newJournal();
	const first = await begin(start, 'zz');
	const second = await begin(start + 1, 'aa');
	const third = await begin(start + 60_000, 'mm');
	expect((await journal.list()).map(({id}) => id)).toEqual([third, second, first]);
	expect((await journal.read('20261121-1031')).id).toBe(third);
	expect((await journal.read('20261121-103000-z')).id).toBe(first);
	await expect(journal.read('20261121-1030')).rejects.toMatchObject({code: 'ambiguous-run', kind: 'usage'});
	await expect(journal.read('2027')).rejects.toMatchObject({code: 'unknown-run', kind: 'usage'});
	await expect(journal.read('')).rejects.toMatchObject({code: 'unknown-run'});
});

it('lists broken runs as such and goes on', async () => {
	const {journal, begin, runs} = newJournal();
	const whole = await begin(start, 'ab12');
	mkdirSync(join(runs, '20261121-093000-half/images'), {recursive: true});
	mkdirSync(join(runs, '20261121-083000-torn'));
	writeFileSync(join(runs, '20261121-083000-torn/run.json'), '{"schema": "pr-resolve/run@2", "id');
	mkdirSync(join(runs, '20261121-073000-else'));
	writeFileSync(join(runs, '20261121-073000-else/run.json'), '{"schema": "pr-resolve/run@2", "files": 7}');
	expect((await journal.list()).map(({state}) => state)).toEqual(['interrupted', 'broken', 'broken', 'broken']);
	expect((await journal.interrupted()).map(({id}) => id)).toEqual([whole]);
	await expect(journal.read('20261121-083000-torn')).rejects.toMatchObject({code: 'broken-run'});
});

it('notices that a stored file is damaged or gone', async () => {
	const {journal, begin, runs} = newJournal();
	const id = await begin(start, 'ab12');
	const hash = hashOf(file.before);
	writeFileSync(join(runs, id, 'images', hash), 'something else\n');
	await expect(journal.image(id, hash)).rejects.toMatchObject({code: 'journal-damaged'});
	rmSync(join(runs, id, 'images', hash));
	await expect(journal.image(id, hash)).rejects.toMatchObject({code: 'journal-damaged'});
});

it('forgets old runs, but never an interrupted one', async () => {
	const {journal, begin, runs} = newJournal();
	const interrupted = await begin(start, 'dead');
	for (let index = 1; index <= 55; index += 1) {
		const id = await begin(start + index * 1000, 'done');
		await journal.finish(id, {written: [], refused: []});
	}
	const left = await journal.list();
	expect(left.length).toBeLessThanOrEqual(51);
	expect(left.at(-1)).toMatchObject({id: interrupted, state: 'interrupted'});
	expect(left[0]!.id).toBe('20261121-103055-done');
	expect(readdirSync(runs)).toHaveLength(left.length);
});

const label = {key: 'label', kind: 'label', target: 'PR_1', state: 'intended', result: null, reason: ''};

it.each([
	['a newer version of pr-resolve has written its record', {schema: 'pr-resolve/run@99'}, 'newer-record'],
	['a newer version of pr-resolve has written its record', {publication: [label]}, 'newer-record'],
	['an older version of pr-resolve has written its record', {schema: 'pr-resolve/run@0'}, 'broken-run'],
	['its record is damaged', {titles: null}, 'broken-run'],
])('says of a run that %s (%o), and neither changes nor forgets it', async (reason, change, code) => {
	const {journal, begin, runs} = newJournal();
	const id = await begin(start, 'ab12');
	await journal.finish(id, {written: ['src/a.ts'], refused: []});
	const head = join(runs, id, 'run.json');
	const other = JSON.stringify({...JSON.parse(readFileSync(head, 'utf8')), ...change});
	writeFileSync(head, other);
	expect(await journal.list()).toMatchObject([{id, state: 'broken', reason}]);
	await expect(journal.read(id)).rejects.toMatchObject({kind: 'failed', code});
	await expect(journal.markUndone(id, 'undone')).rejects.toMatchObject({code});
	await expect(journal.reopen(id, gone, 'undoing')).rejects.toMatchObject({code});
	for (let index = 1; index <= 55; index += 1) {
		await journal.finish(await begin(start + index * 1000, 'done'), {written: [], refused: []});
	}
	expect([(await journal.list()).at(-1), readFileSync(head, 'utf8')]).toMatchObject([{id}, other]);
});

it('lists no interrupted run where a newer version was writing', async () => {
	const {journal, begin, runs} = newJournal();
	const id = await begin(start, 'ab12');
	const head = join(runs, id, 'run.json');
	writeFileSync(head, readFileSync(head, 'utf8').replace('run@2', 'run@99'));
	await expect(journal.interrupted()).rejects.toMatchObject({kind: 'failed', code: 'newer-record'});
});

it('has no runs where nothing was ever written', async () => {
	expect(await openJournal(newFolder(), processes).list()).toEqual([]);
});

it('reads regular files only: a link in their place may lead to what never ends', async () => {
	const {journal, begin, runs} = newJournal();
	const id = await begin(start, 'ab12');
	const image = join(runs, id, 'images', hashOf(file.before));
	rmSync(image);
	symlinkSync('/dev/zero', image);
	await expect(journal.image(id, hashOf(file.before))).rejects.toMatchObject({code: 'journal-damaged'});
	const head = join(runs, id, 'run.json');
	rmSync(head);
	symlinkSync('/dev/zero', head);
	expect(await journal.list()).toMatchObject([{id, state: 'broken', reason: expect.stringContaining('ELOOP')}]);
});
