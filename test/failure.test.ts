import {expect, test} from 'vitest';
import {
	advise,
	again,
	Failure,
	inLines,
	joinRemedies,
	type Remedy,
	run,
	type Spelling,
	spell,
} from '../source/failure.ts';
import {writeJson} from '../source/headless/json.ts';
import {continuing, undoing} from '../source/worktree/run-id.ts';

const login = run('gh auth login');

test.each<[Remedy, string, string]>([
	['Nothing can be done.', 'Nothing can be done.', 'Nothing can be done.'],
	[advise`${again} later.`, 'Run the command again later.', 'Press r later.'],
	[
		advise`Wait. ${again}, or ${login}\n${again}`,
		'Wait. Run the command again, or gh auth login\nRun the command again',
		'Wait. Press r, or gh auth login\nPress r',
	],
	[
		joinRemedies('Correct the address', '', advise`Then ${continuing(null)}`, advise`${undoing('r1')}`),
		'Correct the address. Then run: pr-resolve apply --continue. Run: pr-resolve undo r1',
		'Correct the address. Then run: pr-resolve apply --continue. Run: pr-resolve undo r1',
	],
	[inLines(['One.', advise`Two: ${again}`]), 'One.\nTwo: run the command again', 'One.\nTwo: press r'],
	[joinRemedies('', ''), '', ''],
])('a remedy is spelled for each face: %s', (remedy, inShell, inApp) => {
	expect([`${remedy}`, JSON.parse(JSON.stringify(remedy)), spell(remedy)]).toEqual([inShell, inShell, inShell]);
	expect(spell(remedy, {again: 'press r'})).toBe(inApp);
});

test('the ways of a failure are those in its remedy', () => {
	const failure = new Failure('failed', 'network', 'No answer.', advise`${login}, then ${again}.`);
	expect(failure.ways).toEqual([login, again]);
	expect(failure.withDetails({run: 'r1'}).ways).toEqual([login, again]);
	expect(new Failure('failed', 'network', 'No answer.', 'Wait.').ways).toEqual([]);
});

test('a document has each remedy as one string, in the words of its reader', () => {
	const remedy = advise`Then ${continuing('r1')}`;
	const written = (spelling?: Spelling) => {
		let text = '';
		writeJson({remedy, ends: [{remedy}], error: {code: 'network', remedy}}, {write: more => (text += more), spelling});
		return JSON.parse(text);
	};
	const all = (words: string) => ({remedy: words, ends: [{remedy: words}], error: {code: 'network', remedy: words}});
	expect(written()).toEqual(all('Then run: pr-resolve apply --continue r1'));
	expect(written({continue: 'run this workflow again'})).toEqual(all('Then run this workflow again'));
});
