import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {decide} from '../../source/resolve/decide.ts';
import {locateSketches} from '../../source/resolve/place/locate-sketches.ts';
import {searchable} from '../../source/resolve/place/occurrences.ts';
import type {Finding} from '../../source/review/finding.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {carriedOut, policy, propose} from '../helpers/proposal.ts';
import {bot, pullRequest, reviewComment, suggestion, thread} from '../helpers/pull-request.ts';

const read = (body: string, login = 'somebot'): Finding =>
	readPullRequest(
		pullRequest({reviewThreads: [thread([reviewComment(body, {author: bot(login)})], {line: 9, startLine: 1})]}),
	).findings[0]!;

const diff = (old: string, fresh: string) => `\`\`\`diff\n-${old}\n+${fresh}\n\`\`\``;
const section = (summary: string, text: string) => `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
const [a, b, c] = [diff('b', 'B'), diff('d', 'D'), diff('f', 'F')] as const;

describe('are a choice', () => {
	test.each([
		['numbered sections', `${section('Option 1: here', a)}\n\n${section('♻️ Option 2: there', b)}`],
		['lettered sections', `${section('🐛 Option A — log', a)}\n\n${section('🐛 Option B — throw', b)}`],
		['lines in bold', `**Option 1:** here.\n\n${a}\n\n**Option 2:** there.\n\n${b}`],
		['headings', `### Approach A\n\nWords.\n\n${a}\n\n### Approach B\n\nWords.\n\n${b}`],
		[
			'a list',
			`1. Option A: here\n\n   ${a.replaceAll('\n', '\n   ')}\n2. Option B: there\n\n   ${b.replaceAll('\n', '\n   ')}`,
		],
		['alternatively', `Do this:\n\n${a}\n\nAlternatively:\n\n${b}`],
		['alternatively, in a sentence', `Do this:\n\n${a}\n\nThe latter is slow. \nAlternatively, move it.\n\n${b}`],
		['or', `Pass it on:\n\n${a}\n\nOr with a validator:\n\n${b}`],
		['or, alone', `${a}\n\nor\n\n${b}`],
		['an alternative beside the fix', `${section('Proposed fix', a)}\n\n${section('🔎 Alternative without it', b)}`],
		['named sections', `${section('Simplest option', a)}\n\n${section('Safest option', b)}`],
	])('%s', (_, body) => {
		for (const text of [body, body.replaceAll('\n', '\r\n')]) {
			expect(read(text).sketches.map(({isOption}) => isOption)).toEqual([true, true]);
		}
	});

	test('old and new code, and again', () => {
		const pair = (fresh: string) => `Before:\n\n\`\`\`ts\nb\n\`\`\`\n\nAfter:\n\n\`\`\`ts\n${fresh}\n\`\`\``;
		const body = `**Option A**\n\n${pair('B')}\n\n**Option B**\n\n${pair('C')}`;
		expect(read(body).sketches.map(({isOption}) => isOption)).toEqual([true, true]);
	});

	test('only the text below the labels', () => {
		const body = `First:\n\n${a}\n\n**Option 1**\n\n${b}\n\n**Option 2**\n\n${c}`;
		expect(read(body).sketches.map(({isOption}) => isOption)).toEqual([false, true, true]);
	});

	test('two suggestions on the same lines', () => {
		const {changes} = read(`${suggestion('x')}\n\nor\n\n${suggestion('y')}`);
		expect(changes.map(({isOption}) => isOption)).toEqual([true, true]);
	});
});

describe('are no choice', () => {
	test.each([
		['two diffs', `${a}\n\n${b}`],
		['parts of one way', section('Suggested approach', `${a}\n\nand\n\n${b}`)],
		['parts of one option', `**Option 1**\n\n${a}\n\n${b}\n\n**Option 2**: leave it.`],
		['what is optional', `${section('Optional cleanup', a)}\n\n${section('Optional refactor', b)}`],
		['an alternative in words alone', `${a}\n\n${b}\n\nAlternatively, leave it.`],
		['or, in a sentence', `${a}\n\nOr so it seems to me.\n\n${b}`],
	])('%s', (_, body) => {
		expect(read(body).sketches.map(({isOption}) => isOption)).toEqual([false, false]);
	});

	test('several files in the diff of one option', () => {
		const both = '```diff\n--- a/a.ts\n+++ b/a.ts\n-b\n+B\n--- a/b.ts\n+++ b/b.ts\n-b\n+B\n```';
		expect(read(section('Alternative', both)).sketches.map(({isOption}) => isOption)).toEqual([false, false]);
	});
});

test('a diff that holds several options at once is not made', () => {
	const body = '```diff\n-b\n+# Option 1: import it\n+B\n+# Option 2: move it\n+C\n```';
	expect(read(body).sketches[0]?.flaw).toContain('several options');
});

const file = [...'abcdefghi'];

/** A way to offer several diffs for the same purpose. */
const shapes: Record<string, (diffs: readonly string[]) => string> = {
	sections: diffs => diffs.map((text, index) => section(`Option ${index + 1}`, text)).join('\n\n'),
	bold: diffs => diffs.map((text, index) => `**Option ${'ABC'[index]}**: words\n\n${text}`).join('\n\n'),
	alternatively: diffs => diffs.join('\n\nAlternatively:\n\n'),
	or: diffs => diffs.join('\n\nOr like this:\n\n'),
};

test.each(Object.entries(shapes))('property: of options offered as %s at most one is made', (_, offer) => {
	const edits = fc.uniqueArray(fc.constantFrom(...file), {minLength: 2, maxLength: 3});
	fc.assert(
		fc.property(edits, fc.constantFrom('coderabbitai', 'somebot'), (lines, login) => {
			const finding = read(offer(lines.map(line => diff(line, line.toUpperCase()))), login);
			const drawn = locateSketches(
				finding,
				() => file,
				() => ({file: searchable(file), commit: 'head'}),
			);
			expect(drawn.changes).toHaveLength(lines.length);
			const made = carriedOut(decide(propose([drawn], file), policy({}), []), file);
			expect(made.filter((line, index) => line !== file[index]).length).toBeLessThanOrEqual(1);
		}),
	);
});
