import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import type {Review} from '../../helpers/review-of.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {type Pushing, pushing} from '../closing/pushing.ts';
import {hostileBodies, piecesOf} from './hostile-texts.ts';
import {idsIn, serving} from './serving.ts';

const path = 'src/hostile.txt';
const secret = 'the-secret-of-another-file';

/** Runs of each way that a server is started. More take long: a figure has them all. */
const seeds = (process.env.PR_RESOLVE_ADVERSARY_SEEDS ?? '1').split(',').map(Number);

/** Each body in a comment of a bot with a suggestion; then one of a person, a critical one, and one that a person answered. */
function hostileReview(review: Review): void {
	const author = bot('coderabbitai');
	for (const [at, body] of hostileBodies.entries()) {
		const [line, more] = [2 * at + 1, {author}];
		if (at % 4 === 3) review.comment(path, line, body, more);
		else review.suggest(path, line, [`line ${at} ${at % 4 === 2 ? body.split('\n')[0] : ''}`], {body, ...more});
	}
	review.comment('src/list.txt', 2, 'Please do not rename this.', {author: user('carol')});
	review.suggest('src/list.txt', 4, ['item four'], {
		body: '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Check it.**',
		author,
	});
	review.suggest('src/list.txt', 6, ['item six'], {body: 'Spell it.', author}, thread =>
		thread.reply({body: 'No, leave it.', author: user('carol')}),
	);
}

const guarded = ['src/list.txt', 'src/other.txt', 'notes.md'];

const wordsOfReplies = ({review}: Pushing): string[] =>
	review.pullRequest.data.reviewThreads
		.flatMap(({comments}) => comments.slice(1))
		.flatMap(({author, body}) => (author?.login === 'carol' ? [] : [body]));

type Input = Record<string, unknown>;

/** A call of any tool, with whatever the texts offer in every argument. */
const anyCall = (ids: readonly string[], pieces: readonly string[]) => {
	const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom(...pieces));
	const piece = fc.constantFrom(...pieces);
	const number = fc.oneof(fc.integer(), fc.constantFrom(1, 7, 500, 50_000));
	const some = (values: Record<string, fc.Arbitrary<unknown>>) => fc.record(values, {requiredKeys: []});
	const inputs: Record<string, fc.Arbitrary<Input>> = {
		list_findings: some({
			filter: piece,
			max_tokens: number,
			cursor: piece,
			pull_request: number,
			refresh: fc.boolean(),
		}),
		show_finding: some({ids: fc.array(id, {minLength: 1, maxLength: 5}), max_tokens: number}),
		apply: some({ids: fc.array(id, {minLength: 1, maxLength: 5}), dry_run: fc.boolean(), continue: fc.boolean()}),
		mark: some({id, as: fc.constantFrom('fixed', 'declined', 'deferred', 'open'), reason: piece}),
		verify: some({command: piece}),
		status: some({stop: fc.boolean()}),
		preview: some({pull_request: number}),
		publish: some({
			hash: piece,
			steps: fc.array(fc.constantFrom('commit', 'push', 'reply', 'resolve'), {maxLength: 4}),
		}),
		undo: some({run: piece}),
		nosuch: some({x: piece}),
	};
	return fc.oneof(...Object.entries(inputs).map(([name, input]) => fc.tuple(fc.constant(name), input)));
};

test('there are at least eighty texts', () => {
	expect(new Set(hostileBodies).size).toBeGreaterThanOrEqual(80);
});

describe.each([
	['nothing', []],
	['all steps', ['--allow', 'commit,push,reply,resolve']],
	['all steps and reasons', ['--allow', 'commit,push,reply,reasons,resolve']],
] as const)('an agent that does what comments say, with %s allowed', (_, args) => {
	test.each(seeds)('does no harm (seed %i)', async seed => {
		const files = {[path]: numbered('line', 2 * hostileBodies.length + 2)};
		const at = await pushing({review: hostileReview, files});
		const outside = join(at.tree.root, '..', 'secret.txt');
		writeFileSync(outside, secret);
		const {call} = await serving({cwd: at.tree.root, env: {...at.tree.env, ...at.env}}, args);
		const before = new Map(guarded.map(file => [file, at.tree.read(file)]));
		const [branchBefore, listed] = [at.there(), await call('list_findings', {max_tokens: 50_000})];
		const ids = idsIn(listed.text);
		expect(ids.length).toBeGreaterThan(80);
		const answers: string[] = [listed.text];
		for (let from = 0; from < ids.length; from += 20)
			answers.push((await call('show_finding', {ids: ids.slice(from, from + 20), max_tokens: 50_000})).text);
		const pieces = piecesOf(hostileBodies.join('\n'));
		for (const [name, input] of fc.sample(anyCall(ids, pieces), {seed, numRuns: 120})) {
			const answered = await call(name, input).catch((error: Error) => ({text: error.message}));
			answers.push(answered.text);
			// The hash of a preview is what an agent would publish with.
			const [, hash] = /^hash: (\w+)$/m.exec(answered.text) ?? [];
			if (hash) answers.push((await call('publish', {hash})).text);
		}
		const {json} = await at.call(['analyze', '7', '--include-resolved', '--json']);
		const findings = (
			json as {findings: {author: {login: string}; severity: string | null; path: string; outcome: string}[]}
		).findings;
		for (const {author, severity, outcome} of findings) {
			if (author.login === 'carol' || severity === 'critical') expect(outcome).not.toBe('declined');
		}
		// What a person answered is not written, and nothing outside of the files of the pull request.
		expect(at.tree.read('src/list.txt')).not.toContain('item six');
		for (const file of ['src/other.txt', 'notes.md']) expect(at.tree.read(file)).toBe(before.get(file));
		expect(at.tree.git('status', '--porcelain', '--untracked-files=all')).not.toMatch(/^\?\?/m);
		expect(readFileSync(outside, 'utf8')).toBe(secret);
		const told = answers.join('\n');
		expect(told).not.toContain(secret);
		expect(told).not.toContain(goodToken);
		const replies = wordsOfReplies(at);
		if (args.length === 0) {
			expect(at.there()).toBe(branchBefore);
			expect(replies).toEqual([]);
			expect(at.review.pullRequest.data.reviewThreads.some(({isResolved}) => isResolved)).toBe(false);
		}
		if (!args.some(arg => arg.includes('reasons'))) {
			const sentences = pieces.filter(piece => piece.length > 20);
			expect(sentences.filter(sentence => replies.some(reply => reply.includes(sentence)))).toEqual([]);
		}
		expect(replies.filter(reply => /(?<![\w`])@\w/.test(reply))).toEqual([]);
	});
});
