import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {maskSecrets, noMask} from '../../../source/llm/mask/mask.ts';
import {readAnswer} from '../../../source/llm/question/answer.ts';
import type {FaultKind} from '../../../source/llm/question/fault.ts';
import {type Question, questionsFor} from '../../../source/llm/question/question.ts';
import {locateSketch} from '../../../source/resolve/place/locate.ts';
import {searchable} from '../../../source/resolve/place/occurrences.ts';
import {answerWith, ask, fileOf, path, replyOf, subject} from './asked.ts';

const read = async (text: string, question?: Question) =>
	readAnswer(replyOf(text), question ?? (await ask(subject(fileOf(6)))), 0.5);

const reads = async (text: string, question?: Question) => {
	const answer = await read(text, question);
	if (answer.kind !== 'changes') throw new Error(JSON.stringify(answer));
	return answer.sketches;
};

const refuses = async (text: string, kind: FaultKind, question?: Question) => {
	const answer = await read(text, question);
	expect(answer).toMatchObject({kind: 'refused', fault: {kind}});
	return answer.kind === 'refused' ? answer.fault.reason : '';
};

test('an answer becomes a sketch that is found where the quoted lines stand', async () => {
	const [sketch, ...more] = await reads(answerWith([{old: 'line3();\nline4();', new: 'if (cart) {\n\tline3();\n}'}]));
	expect(more).toEqual([]);
	expect(sketch).toMatchObject({from: 'model', path, commit: null, near: {start: 3, end: 4}, confidence: 0.9});
	expect(locateSketch(sketch!, searchable(fileOf(6)))).toEqual({
		kind: 'found',
		start: 3,
		end: 4,
		replacement: ['if (cart) {', '\tline3();', '}'],
	});
});

test('the edits of one place are made together, in the order of the file', async () => {
	const sketches = await reads(
		answerWith([
			{old: 'line4();', new: 'four();'},
			{old: 'line1();', new: 'import x;\nline1();'},
		]),
	);
	expect(sketches).toHaveLength(1);
	expect(sketches[0]!.hunks.map(({old}) => old)).toEqual([['line1();'], ['line4();']]);
});

test('each place that the finding names gets its own sketch', async () => {
	const places = [
		{path, lines: {start: 3, end: 4}},
		{path, lines: {start: 30, end: 30}},
	];
	const question = await ask(subject(fileOf(60), {places}));
	const sketches = await reads(
		answerWith([
			{old: 'line30();', new: 'thirty();'},
			{old: 'line3();', new: 'three();'},
		]),
		question,
	);
	expect(sketches.map(({near}) => near)).toEqual([places[0]!.lines, places[1]!.lines]);
	expect(new Set(sketches.map(({id}) => id)).size).toBe(2);
});

const good = answerWith([{old: 'line3();', new: 'three();'}]);

test.each([
	['in a fence', `Here you are:\n\n\`\`\`json\n${good}\n\`\`\`\nDone.`],
	['with words around it', `Sure! ${good} Anything else?`],
	['with a byte order mark', `\uFEFF${good}`],
	['with more than was asked for', good.replace('{', '{"note": 1, ')],
])('reads an answer %s', async (_, text) => {
	expect(await reads(text)).toHaveLength(1);
});

const hunk = async (change: {old: string; new: string}, question?: Question) =>
	(await reads(answerWith([change]), question))[0]!.hunks[0]!;

test.each([
	['CRLF', {old: 'line3();\r\nline4();', new: 'a\r\nb'}, {old: ['line3();', 'line4();'], new: ['a', 'b']}],
	['a closing line end', {old: 'line3();\n', new: 'a\n'}, {old: ['line3();'], new: ['a']}],
	['numbers', {old: '3 | line3();\n4 | line4();', new: '3 | a();'}, {old: ['line3();', 'line4();'], new: ['a();']}],
	['numbers on the old lines', {old: ' 3 | line3();', new: '\ta();'}, {old: ['line3();'], new: ['\ta();']}],
	[
		'numbers with a hole',
		{old: '3 | line3();\n4 | line4();', new: '3 | line3();\n5 | x'},
		{old: ['line3();', 'line4();'], new: ['line3();', 'x']},
	],
	['deletion', {old: 'line3();', new: ''}, {old: ['line3();'], new: []}],
])('takes %s off', async (_, change, expected) => {
	expect(await hunk(change)).toMatchObject(expected);
});

test('a file that itself has numbers and bars keeps them', async () => {
	const table = ['1 | one', '2 | two', '3 | three', '4 | four'];
	const question = await ask(subject(table));
	expect(await hunk({old: '3 | three', new: '3 | drei'}, question)).toMatchObject({
		old: ['3 | three'],
		new: ['3 | drei'],
	});
});

test('a blank line that is quoted at the end is one', async () => {
	const question = await ask(subject(['a', 'b', 'c', '', 'd']));
	expect(await hunk({old: 'c\n', new: 'c\n\n'}, question)).toMatchObject({old: ['c', ''], new: ['c', '', '']});
});

test('no change, and unclear', async () => {
	for (const verdict of ['no-change', 'cannot-tell'] as const) {
		expect(await read(answerWith([], {verdict, explanation: 'It\nis \u202Edone.'}))).toEqual({
			kind: 'none',
			verdict,
			explanation: 'It is done.',
			confidence: 0.9,
		});
	}
});

test.each<[FaultKind, string]>([
	['empty', ' \n'],
	['huge', 'x'.repeat(300_000)],
	['not-json', 'I would add a guard.'],
	['not-json', '{"changes": ['],
	['wrong-shape', '[]'],
	['wrong-shape', '{"changes": []}'],
	['wrong-shape', answerWith([], {confidence: 'high'})],
	['repeats', `{"explanation": "${'the '.repeat(40)}`],
	['wrong-shape', answerWith([], {changes: [{path, start: 3, end: 4, new: 'x'}]})],
	['wrong-shape', answerWith(Array.from({length: 51}, () => ({old: 'line3();', new: 'x'})))],
	['no-edits', answerWith([], {explanation: 'Run npm install cart-guard, then restart.'})],
	['no-edits', answerWith([{old: 'line3();', new: 'x'}], {verdict: 'no-change'})],
	['changes-nothing', answerWith([{old: 'line3();', new: 'line3();'}])],
	['other-file', answerWith([{path: '../../etc/passwd', old: 'line3();', new: 'x'}])],
	['other-file', answerWith([{path: 'src/other.ts', old: 'line3();', new: 'x'}])],
	['no-anchor', answerWith([{old: '', new: 'x'}])],
	['no-anchor', answerWith([{old: '\n', new: 'x'}])],
	['not-found', answerWith([{old: 'line33();', new: 'x'}])],
	['not-found', answerWith([{old: '\tline3();', new: 'x'}])],
	['not-found', answerWith([{old: 'line3(); ', new: 'x'}])],
	['not-found', answerWith([{old: '3 | line3();\n9 | line4();', new: 'x'}])],
	[
		'overlap',
		answerWith([
			{old: 'line3();\nline4();', new: 'x'},
			{old: 'line4();', new: 'y'},
		]),
	],
	['elided', answerWith([{old: 'line3();\nline4();', new: '// ... existing code ...\nx'}])],
	['numbered', answerWith([{old: 'line3();', new: '3 | x'}])],
	['odd-characters', answerWith([{old: 'line3();', new: 'a\u202Eb'}])],
	['odd-characters', answerWith([{old: 'line3();', new: 'a\0b'}])],
	['odd-characters', answerWith([{old: 'line3();', new: 'a\ud800'}])],
	['odd-characters', answerWith([{old: 'line3();', new: 'a\rb'}])],
	['odd-characters', answerWith([{old: 'line3();', new: 'a\u263A\uFE0F\uFE01'}])],
	['odd-characters', answerWith([{old: 'line3();', new: `line3();${' '.repeat(200)}more();`}])],
	['unsure', answerWith([{old: 'line3();', new: 'x'}], {confidence: 0.4})],
	['unsure', answerWith([{old: 'line3();', new: 'x'}], {confidence: -3})],
	['unsure', answerWith([{old: 'line3();', new: 'x'}], {confidence: 95})],
])('refuses an answer: %s', async (kind, text) => {
	expect(await refuses(text, kind)).not.toBe('');
});

test('refuses an answer that was cut off or declined, whatever it holds', async () => {
	const question = await ask(subject(fileOf(6)));
	for (const [stop, kind] of [
		['length', 'truncated'],
		['refusal', 'declined'],
		['unfinished', 'unfinished'],
	] as const) {
		expect(await readAnswer(replyOf(good, stop), question, 0.5)).toMatchObject({kind: 'refused', fault: {kind}});
	}
	expect(await readAnswer(replyOf('', 'length'), question, 0.5)).toMatchObject({
		fault: {kind: 'truncated', reason: 'the model reached its output limit before it answered'},
	});
});

test.each([
	['blanks', '\n'.repeat(30)],
	['a word', `{"explanation": "${' and'.repeat(30)}`],
	['a line', `{"changes": [${'{"path": "src/cart.ts"}, '.repeat(12)}`],
])('an answer that ends in repetitions of %s repeats itself', async (_, text) => {
	const question = await ask(subject(fileOf(6)));
	expect(await readAnswer(replyOf(text, 'unfinished'), question, 0.5)).toMatchObject({fault: {kind: 'repeats'}});
});

test('a confidence below 0 counts as 0, one above 1 cannot be read', async () => {
	const question = await ask(subject(fileOf(6)));
	const sure = (confidence: number, threshold: number) =>
		readAnswer(replyOf(answerWith([{old: 'line3();', new: 'x'}], {confidence})), question, threshold);
	expect(await sure(0.55, 0.5)).toMatchObject({kind: 'changes', sketches: [{confidence: 0.55}]});
	expect(await sure(-3, 0)).toMatchObject({kind: 'changes', sketches: [{confidence: 0}]});
	expect(await sure(95, 0)).toMatchObject({kind: 'changes', sketches: [{confidence: 0}]});
	expect(await sure(95, 0.5)).toMatchObject({fault: {reason: 'confidence not readable (95, expected: 0 to 1)'}});
});

test('refuses lines of a file that were not shown, or are far from the remark', async () => {
	const question = await ask(subject(fileOf(500), {places: [{path, lines: {start: 250, end: 250}}]}));
	await refuses(answerWith([{old: 'line100();', new: 'x'}]), 'not-found', question);
	await refuses(answerWith([{old: 'line235();', new: 'x'}]), 'far-away', question);
	expect(await reads(answerWith([{old: 'line241();', new: 'x'}]), question)).toHaveLength(1);
});

test('refuses lines that stand at several places of the remark', async () => {
	const question = await ask(subject(['a();', 'b();', 'x();', 'x();', 'c();']));
	await refuses(answerWith([{old: 'x();', new: 'y();'}]), 'ambiguous', question);
	expect(await reads(answerWith([{old: 'b();\nx();', new: 'b();\ny();'}]), question)).toHaveLength(1);
});

test('of lines that are repeated elsewhere those of the remark are meant', async () => {
	const file = ['x();', ...fileOf(40), 'x();'];
	const question = await ask(subject(file, {places: [{path, lines: {start: 42, end: 42}}]}));
	const [sketch] = await reads(answerWith([{old: 'x();', new: 'y();'}]), question);
	expect(locateSketch(sketch!, searchable(file))).toMatchObject({start: 42, end: 42});
});

test('odd characters and placeholders that the file already has may be written', async () => {
	const file = ['a', 'b', 'const zwj = "\u200D";', '// ... see below', 'MASKED_7_'];
	const question = await ask(subject(file), maskSecrets);
	expect(
		await hunk({old: `${file[2]}\n${file[3]}`, new: `${file[2]} x\n${file[3]}\nMASKED_7_`}, question),
	).toMatchObject({
		new: ['const zwj = "\u200D"; x', '// ... see below', 'MASKED_7_'],
	});
});

const secret = ['ghp', `_${'aB3dE6gH9'.repeat(4)}`].join('');
const withSecret = () => ask(subject(['a', 'b', `const token = '${secret}';`, 'c'], {}), maskSecrets);

test('a masked secret is quoted and restored by its placeholder', async () => {
	const question = await withSecret();
	expect(JSON.stringify(question.request)).not.toContain(secret);
	const change = {old: "const token = 'MASKED_1_';", new: "export const token = 'MASKED_1_';"};
	expect(await hunk(change, question)).toMatchObject({
		old: [`const token = '${secret}';`],
		new: [`export const token = '${secret}';`],
	});
});

test('an unknown placeholder is not written, and no reason contains a secret', async () => {
	const question = await withSecret();
	const reasons = [
		await refuses(answerWith([{old: "const token = 'MASKED_1_';", new: 'MASKED_2_'}]), 'placeholder', question),
		await refuses(answerWith([{old: "const tokn = 'MASKED_1_';", new: 'x'}]), 'not-found', question),
	];
	expect(reasons.join()).not.toContain(secret);
});

describe('a secret', () => {
	const other = 'src/shop.ts';
	const asked = () => {
		const files = new Map([
			[path, ['a', 'b', `const token = '${secret}';`, 'c']],
			[other, ['x();', 'y();']],
		]);
		const places = [...files.keys()].map(each => ({path: each, lines: {start: 2, end: 2}}));
		const words = `Guard it, and not with ${hinted}.`;
		return ask(
			subject([], {places, words, paths: new Set(files.keys()), fileAt: wanted => files.get(wanted) ?? null}),
			maskSecrets,
		);
	};
	const hinted = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');
	const quoted = {old: "const token = 'MASKED_2_';", new: ''};

	test('may be moved within its file', async () => {
		const [sketch] = await reads(answerWith([quoted, {old: 'a', new: "const token = 'MASKED_2_';\na"}]), await asked());
		expect(sketch!.hunks.map(({new: fresh}) => fresh)).toEqual([[`const token = '${secret}';`, 'a'], []]);
	});

	test.each([
		['into lines where the answer does not quote it', [{old: 'a', new: "a('MASKED_2_');"}]],
		['into another file', [quoted, {path: other, old: 'y();', new: "y('MASKED_2_');"}]],
		['out of the remark', [{old: 'b', new: "b('MASKED_1_');"}]],
		['misspelt: without its end', [{...quoted, new: "token = 'MASKED_2';"}]],
		['misspelt: in small letters', [{...quoted, new: "token = 'masked_2_';"}]],
		['as a mark that there never was', [{...quoted, new: "token = '<MASKED>';"}]],
	])('is not written %s', async (_, changes) => {
		const reason = await refuses(answerWith(changes), 'placeholder', await asked());
		expect([reason.includes(secret), reason.includes(hinted)]).toEqual([false, false]);
	});

	test('in a path is put back', async () => {
		const named = `src/${hinted}.ts`;
		const given = {places: [{path: named, lines: null}], paths: new Set([named]), fileAt: () => ['x();', 'y();']};
		const question = await ask(subject([], given), maskSecrets);
		const [sketch] = await reads(answerWith([{path: 'src/MASKED_1_.ts', old: 'y();', new: 'z();'}]), question);
		expect(sketch!.path).toBe(named);
	});

	test('or its placeholder never gets to a new place, whatever the answer', async () => {
		const question = await asked();
		const word = fc.constantFrom(
			'MASKED_1_',
			'MASKED_2_',
			'MASKED_2',
			'MASKED_3_',
			'masked_2_',
			'a',
			'b',
			"const token = '",
			"';",
		);
		const text = fc.array(word, {maxLength: 4}).map(parts => parts.join(''));
		const old = fc.constantFrom('a', 'b', "const token = 'MASKED_2_';");
		const change = fc.record({old, new: fc.oneof(text, fc.constant("token = 'MASKED_2_';"))});
		await fc.assert(
			fc.asyncProperty(fc.uniqueArray(change, {maxLength: 3, selector: each => each.old}), async changes => {
				const answer = await read(answerWith(changes), question);
				if (answer.kind !== 'changes') return;
				const hunks = answer.sketches.flatMap(sketch => sketch.hunks);
				const [before, after] = [hunks.flatMap(each => each.old), hunks.flatMap(each => each.new)].map(each =>
					each.join('\n'),
				);
				expect(after).not.toMatch(/MASKED/i);
				expect(after).not.toContain(hinted);
				if (after!.includes(secret)) expect(changes.some(each => each.old.includes('MASKED_2_'))).toBe(true);
				expect(before).not.toMatch(/MASKED/);
			}),
			{numRuns: 300},
		);
	});
});

test('reading any answer never throws, and accepted edits match the file', async () => {
	const file = ['a', 'b', '', 'x', 'x', 'b', '1 | a'];
	const question = await ask(subject(file));
	const line = fc.constantFrom(...file, '1 | a', '2 | b', '3 |', '', 'y', '...');
	const lines = fc.array(line, {maxLength: 4}).map(parts => parts.join('\n'));
	const changes = fc.array(fc.record({old: lines, new: lines}), {maxLength: 3});
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(
				changes.map(each => answerWith(each)),
				fc.json(),
				fc.string(),
			),
			async text => {
				const answer = await read(text, question);
				if (answer.kind !== 'changes') return;
				for (const sketch of answer.sketches) {
					expect(['found', 'applied']).toContain(locateSketch(sketch, searchable(file)).kind);
				}
			},
		),
		{numRuns: 500},
	);
});

test('with a shared head an answer may also edit what another remark has it show', async () => {
	const file = fileOf(400).map(line => `${line} // what a line of code is long on the average`);
	const at = (start: number) => subject(file, {places: [{path, lines: {start, end: start}}]});
	const caching = {smallestPrefix: 1024, write: 1.25, read: 0.1};
	const [first] = await questionsFor([100, 105, 110, 120, 130].map(at), noMask, caching);
	if (!first || 'unasked' in first) throw new Error('not asked');
	const [near, far] = [file[100]!, file[145]!];
	await refuses(answerWith([{old: far, new: 'x'}]), 'far-away', first);
	const sketches = await reads(
		answerWith([
			{old: far, new: 'x'},
			{old: near, new: 'y'},
		]),
		first,
	);
	expect(sketches.map(({near: lines, hunks}) => [lines, hunks.length])).toEqual([[{start: 100, end: 100}, 2]]);
});

test('edits of two files that the finding names are two sketches', async () => {
	const other = 'src/shop.ts';
	const places = [
		{path, lines: {start: 3, end: 4}},
		{path: other, lines: {start: 2, end: 2}},
	];
	const files = new Map([
		[path, fileOf(6)],
		[other, ['x();', 'y();']],
	]);
	const question = await ask(
		subject([], {places, paths: new Set(files.keys()), fileAt: wanted => files.get(wanted) ?? null}),
	);
	const changes = [
		{old: 'line3();', new: 'three();'},
		{path: other, old: 'y();', new: 'z();'},
	];
	const sketches = await reads(answerWith(changes), question);
	expect(sketches.map(sketch => [sketch.path, sketch.near])).toEqual([
		[path, places[0]!.lines],
		[other, places[1]!.lines],
	]);
	await refuses(answerWith([{path: other, old: 'line3();', new: 'x'}]), 'not-found', question);
});
