import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {closeThread, isStateOnHead} from '../../../source/review/closing/close-thread.ts';
import type {Fate} from '../../../source/review/closing/fate.ts';
import {afterHooks, partlyRevertedIn, revertedIn} from '../../../source/review/closing/later-text.ts';
import {commitsIn, formatOwnWords, formatReply, ownMarker, parseReply} from '../../../source/review/closing/marker.ts';
import {hashBody} from '../../../source/review/identity.ts';
import {anyDecided, anyFate, anyPlace, anyVerified} from '../../helpers/any-fate.ts';
import {bot, person} from '../../helpers/pull-request.ts';

const sha = '9be01d7'.padEnd(40, '0');
const other = 'c0ffee'.padEnd(40, '1');
const place = {path: 'src/a.ts', lines: {start: 80, end: 82}};
const fixed: Fate = {kind: 'fixed', commit: sha, moved: null, model: null};
const open: Fate = {kind: 'open', place, why: 'edited since'};
const remark: Fate = {kind: 'remark', why: 'in words'};
const npmTest = {command: 'npm test', passes: true, isExact: true};

describe('the reply in a thread', () => {
	test.each<[string, Fate[], string]>([
		['fixed', [fixed], `Applied in ${sha}.`],
		['moved', [{...fixed, moved: {start: 52, end: 54}}], `Applied in ${sha} (now lines 52-54).`],
		['by a model', [{...fixed, model: 'qwen3:8b'}], `Applied in ${sha} as an edit by qwen3:8b.`],
		['by a model whose name could mention', [{...fixed, model: '@acme/x'}], `Applied in ${sha} as an edit by a model.`],
		['in two commits', [fixed, {...fixed, commit: other}], `Applied in ${sha} and ${other}.`],
		['edited by a person', [fixed, {...fixed, kind: 'edited'}], `Changed in ${sha}, not as suggested.`],
		['reformatted', [fixed, {...fixed, kind: 'reformatted'}], `Applied in ${sha}, reformatted by pre-commit.`],
		[
			'reformatted, by a model, moved',
			[{...fixed, kind: 'reformatted', model: 'qwen3:8b', moved: {start: 52, end: 54}}],
			`Applied in ${sha} as an edit by qwen3:8b, reformatted by pre-commit.`,
		],
		[
			'edited by a person and reformatted',
			[
				{...fixed, kind: 'reformatted'},
				{...fixed, kind: 'edited'},
			],
			`Changed in ${sha}, not as suggested.`,
		],
		['already done', [{kind: 'already-fixed', commit: other}], `Already done in ${other}.`],
		['older', [{kind: 'already-fixed', commit: 'before'}], 'Already done before this pull request.'],
		[
			'superseded',
			[{kind: 'superseded', place, commit: sha, isEdited: false}],
			`Not applied: another suggestion for these lines is in ${sha}.`,
		],
		[
			"superseded by a person's lines",
			[{kind: 'superseded', place, commit: sha, isEdited: true}],
			`Not applied: another change of these lines is in ${sha}.`,
		],
		[
			'declined',
			[{kind: 'declined', place, reason: 'We keep `x` on purpose.'}],
			'Not applied: We keep \\`x\\` on purpose.',
		],
		['declined without a reason', [{kind: 'declined', place, reason: null}], 'Not applied.'],
		['partly', [fixed, fixed, open], `Partly applied in ${sha} (2 of 3). Not applied: src/a.ts 80-82, edited since.`],
		[
			'partly, as a person edited it',
			[{...fixed, kind: 'edited'}, open],
			`Partly changed in ${sha} (1 of 2). Not applied: src/a.ts 80-82, edited since.`,
		],
		[
			'partly, by others',
			[{kind: 'already-fixed', commit: other}, open],
			`Partly done in ${other} (1 of 2). Not applied: src/a.ts 80-82, edited since.`,
		],
		[
			'partly, by others and here',
			[{kind: 'already-fixed', commit: other}, fixed, open],
			`Partly applied in ${sha} (2 of 3). Not applied: src/a.ts 80-82, edited since.`,
		],
		[
			'partly, with a path that could mention',
			[fixed, {...open, place: {path: 'node_modules/@x/y.ts', lines: null}}],
			`Partly applied in ${sha} (1 of 2). Not applied: one place, edited since.`,
		],
	])('%s', (_, fates, text) => {
		expect(closeThread(fates).text).toBe(text);
	});

	test('a remark is not counted, and keeps the thread open', () => {
		expect(closeThread([fixed, remark])).toMatchObject({text: `Applied in ${sha}.`, isClosed: false});
		expect(closeThread([fixed, open, remark]).text).toContain('(1 of 2)');
	});

	test('a command is named if it is short and plain', () => {
		expect(closeThread([fixed], npmTest).text).toBe(`Applied in ${sha}. "npm test" passes.`);
		expect(closeThread([fixed], {...npmTest, passes: false}).text).toBe(`Applied in ${sha}.`);
		for (const command of ['npx @acme/test', 'x'.repeat(61), 'echo <!-- -->', null]) {
			expect(closeThread([fixed], {...npmTest, command}).text).toBe(`Applied in ${sha}. The test command passes.`);
		}
		const breaks: Fate = {kind: 'breaks', place};
		const text = 'Not applied: "npm test" fails with this change and passes without it.';
		expect(closeThread([breaks], {...npmTest, passes: false}).text).toBe(text);
		const unsure = closeThread([breaks], {...npmTest, passes: false, isExact: false});
		expect(unsure.text).toBe('Not applied: "npm test" fails with this change.');
	});

	test('what is declined for several reasons has none, and stays open', () => {
		const declined = (reason: string | null): Fate => ({kind: 'declined', place, reason});
		expect(closeThread([declined('no'), declined('no')])).toMatchObject({
			text: 'Not applied: no.',
			isClosed: 'with-reason',
		});
		for (const other of ['not here', null]) {
			expect(closeThread([declined('no'), declined(other)])).toMatchObject({text: 'Not applied.', isClosed: false});
		}
	});

	test('what a commit of another changed in its place is done, unless only a person can settle it', () => {
		const changed: Fate = {kind: 'changed', commit: other, isInWords: false, forPeople: null};
		const text = `Changed in ${other}, not as suggested.`;
		expect(closeThread([changed])).toMatchObject({state: 'changed', text, isClosed: true});
		expect(closeThread([{...changed, isInWords: true}]).text).toBe(`Changed in ${other}.`);
		expect(closeThread([fixed, changed])).toMatchObject({text: `Applied in ${sha}.`, isClosed: true});
		expect(closeThread([changed, open]).text).toContain(`Partly done in ${other} (1 of 2)`);
		expect(closeThread([{...changed, forPeople: 'a person wrote it'}])).toMatchObject({
			...{text, isClosed: false, open: {code: 'needs-review', reason: 'a person wrote it'}},
		});
	});

	test('what an agent declined is said in the same words, in a state that binds nobody, unless a person declined too', () => {
		const agents = (reason: string | null): Fate => ({kind: 'declined', place, reason, isAgents: true});
		const persons: Fate = {kind: 'declined', place, reason: 'no'};
		const said = [agents('no'), agents('no')];
		expect(closeThread(said)).toMatchObject({
			...{state: 'not-applied', text: 'Not applied: no.', isClosed: 'with-reason'},
		});
		expect(closeThread([agents(null)])).toMatchObject({state: 'not-applied', text: 'Not applied.', isClosed: false});
		expect(closeThread([agents('no'), persons]).state).toBe('declined');
		expect(parseReply(formatReply(closeThread(said), 'r1', ['f1']))).toMatchObject({
			state: 'not-applied',
			declined: [],
		});
	});

	test("an agent's reason calls nobody, links nowhere, and is one short line", () => {
		const reason =
			'/approve @ann see https://evil.example/x?a=1 and ::////www.evil.example\n[x](ftp://b) <!-- pr-resolve';
		const {text} = closeThread([{kind: 'declined', place, reason: reason.repeat(9), isAgents: true}]);
		expect(text).toContain('Not applied: approve ann see evil.example/x?a=1 and : evil.example');
		expect(text).not.toMatch(/@|\/\/|www\.|\n|(?<!\\)[<[\]>]/);
		expect(text?.replaceAll('\\', '').length).toBeLessThanOrEqual('Not applied: .'.length + 300);
	});

	test('no address in it becomes a link, whatever it is made of', () => {
		const pieces = fc.constantFrom('http', 's', ':', '/', '//', '@', 'www', '.', '\u200b', ' ', 'evil.example', '\\');
		fc.assert(
			fc.property(fc.array(pieces, {maxLength: 12}), parts => {
				const {text} = closeThread([{kind: 'declined', place, reason: parts.join(''), isAgents: true}]);
				expect(text).not.toMatch(/:\/\/|www\.\S/i);
			}),
			{numRuns: 2000},
		);
	});

	test.each<[string, Fate[]]>([
		['nothing', []],
		['what is left', [open]],
		['a remark, beside what was declined', [remark, {kind: 'declined', place, reason: 'no'}]],
		['what is left, beside what was declined', [open, {kind: 'declined', place, reason: 'no'}]],
	])('nothing about %s', (_, fates) => {
		expect(closeThread(fates)).toMatchObject({state: 'none', text: null, isClosed: false});
	});
});

const anyEarlier = fc.subarray(['20261121-1412-ab12', '20261120-0900-cd34']);

test('a reply mentions no one, gives no command, stays on its line, and is read back', () => {
	fc.assert(
		fc.property(
			fc.array(anyFate, {maxLength: 8}),
			anyVerified,
			anyDecided,
			anyEarlier,
			(fates, verified, decided, earlier) => {
				const closing = closeThread(fates, verified);
				if (closing.text === null) return;
				const body = formatReply(closing, '20261122-1412-ab12', ['f1', 'f2'], decided, earlier);
				expect(body).not.toMatch(/@|^\s*\/|\p{Cf}|\r/mu);
				expect(body.split('\n')).toHaveLength(3);
				expect(body.match(/<!--|-->/g)).toHaveLength(2);
				const {state, commit} = closing;
				const marker = {
					...{run: '20261122-1412-ab12', finding: 'f1,f2', state, commit},
					...{ownWords: null, earlier, ...decided},
				};
				expect(parseReply(body)).toEqual(marker);
			},
		),
		{numRuns: 2000},
	);
});

test('what a person writes is sent as it is and read back, and is an ordinary comment once it is edited', () => {
	const anyText = fc
		.array(fc.oneof(fc.string(), fc.constantFrom('@ann', '/retest', '<!-- pr-resolve:v1 {} -->', '\n\n', `${sha}.`)))
		.map(parts => parts.join(' ').replaceAll('\r', '').trim());
	fc.assert(
		fc.property(anyText, fc.array(anyFate, {maxLength: 4}), anyDecided, (text, fates, decided) => {
			fc.pre(text !== '');
			const {state, commit} = closeThread(fates);
			const body = formatOwnWords(text, {state, commit}, 'r1', ['f1'], decided);
			expect(body.startsWith(`${text}\n\n<!-- `)).toBe(true);
			expect(parseReply(body.replaceAll('\n', '\r\n'))).toMatchObject({run: 'r1', state, commit, ...decided});
			expect(parseReply(body)?.ownWords).toBe(hashBody(text));
			expect(parseReply(`So: ${body}`)).toBeNull();
		}),
		{numRuns: 2000},
	);
});

test('and so is one of which a part was reverted', () => {
	fc.assert(
		fc.property(
			fc.array(anyFate, {maxLength: 8}),
			anyVerified,
			fc.array(anyPlace, {minLength: 1, maxLength: 8}),
			(fates, verified, places) => {
				const {state, text, commit} = closeThread(fates, verified);
				if (!isStateOnHead(state) || commit === null) return;
				const body = formatReply(partlyRevertedIn(other, {text: text!, commit}, places), 'r2', ['f1', 'f2']);
				expect(body).not.toMatch(/@|^\s*\/|\p{Cf}|\r| passes\./mu);
				expect(parseReply(body)).toMatchObject({state: 'partly', commit});
				expect(commitsIn(body)).toEqual([...commitsIn(text!), other]);
			},
		),
		{numRuns: 2000},
	);
});

describe('a marker', () => {
	const body = formatReply(closeThread([fixed]), 'r1', ['f1']);

	test('counts only if the whole comment is our text', () => {
		expect(parseReply(body.replaceAll('\n', '\r\n'))).toMatchObject({state: 'fixed', commit: sha});
		for (const said of [closeThread([fixed]), closeThread([{...fixed, kind: 'edited'}])]) {
			const reply = formatReply(revertedIn(other, {...said, text: said.text!}), 'r2', []);
			expect(parseReply(reply)).toMatchObject({state: 'reverted', commit: other});
		}
		for (const forged of [
			`And this too, please.\n\n${body}`,
			`${body}\n\nBut why?`,
			body.replace('Applied in', 'I do not think it was applied in'),
			body.replace('v1', 'v2'),
			body.replace('"fixed"', '"partly"'),
			body.replace('"r1"', '"r1","more":1'),
			'<!-- pr-resolve:v1 {} -->',
			'<!-- pr-resolve:v1 nonsense -->',
		]) {
			expect(parseReply(forged)).toBeNull();
		}
	});

	test('counts only from the account of the token', () => {
		expect(ownMarker({author: person('Octocat'), body}, 'octocat')).not.toBeNull();
		expect(ownMarker({author: bot('our-app'), body}, 'our-app[bot]')).not.toBeNull();
		expect(ownMarker({author: person('mallory'), body}, 'octocat')).toBeNull();
		expect(ownMarker({author: person('our-app'), body}, 'our-app[bot]')).toBeNull();
		expect(ownMarker({author: null, body}, 'octocat')).toBeNull();
	});
});

describe('a reply that was planned before hooks were run', () => {
	const said = (fates: Fate[]) => {
		const {state, text} = closeThread(fates, npmTest);
		return {state, text: text!};
	};
	test.each<[string, Fate[]]>([
		['as it is', [fixed]],
		['moved', [{...fixed, moved: {start: 52, end: 54}}]],
		['in two commits', [fixed, {...fixed, commit: other}]],
		['by a model', [{...fixed, model: 'qwen2.5:7b', moved: {start: 3, end: 3}}]],
	])('says what a later plan would say: %s', (_, fates) => {
		const reformatted = fates.map(fate => (fate.kind === 'fixed' ? {...fate, kind: 'reformatted' as const} : fate));
		for (const passes of [true, false]) {
			const {state, text} = closeThread(reformatted, {...npmTest, passes});
			expect(afterHooks(said(fates), {isReformatted: true, passes})).toEqual({state, text});
			const plain = closeThread(fates, {...npmTest, passes});
			expect(afterHooks(said(fates), {isReformatted: false, passes}).text).toBe(plain.text);
		}
	});

	test('of your own version stays', () => {
		const edited = said([{...fixed, kind: 'edited'}]);
		expect(afterHooks(edited, {isReformatted: true, passes: false})).toEqual(edited);
	});
});
