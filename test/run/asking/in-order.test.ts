import {expect, test} from 'vitest';
import {head} from '../../../source/llm/question/head.ts';
import type {Question} from '../../../source/llm/question/question.ts';
import {askInOrder} from '../../../source/run/asking/prepare.ts';
import {ask, fileOf, subject} from '../../llm/question/asked.ts';

const going = new AbortController().signal;

async function withHead(key: string, shared = head): Promise<Question> {
	const question = await ask(subject(fileOf(6)));
	return {...question, request: {...question.request, key, head: shared}};
}

async function* groupsOf(groups: readonly Question[][], told: string[]) {
	for (const group of groups) {
		told.push(`made ${group[0]!.request.key}`);
		yield group;
	}
}

test('a question is asked before the next one is made, and the first with a shared head is answered before the others', async () => {
	const told: string[] = [];
	const shared = await Promise.all(['b', 'c'].map(key => withHead(key, `${head} and more`)));
	await askInOrder(
		groupsOf([[await withHead('a')], shared], told),
		async ({request: {key}}) => {
			told.push(`asked ${key}`);
			await Promise.resolve();
			told.push(`answered ${key}`);
		},
		going,
	);
	expect(told.indexOf('asked a')).toBeLessThan(told.indexOf('made b'));
	expect(told.indexOf('answered b')).toBeLessThan(told.indexOf('asked c'));
	expect(told).toContain('answered c');
});

test('the error of one question is thrown while another is still running', async () => {
	const failure = new Error('the ledger cannot be kept');
	const asked = askInOrder(
		groupsOf([[await withHead('a')], [await withHead('b')]], []),
		({request: {key}}) => (key === 'a' ? new Promise<void>(() => {}) : Promise.reject(failure)),
		going,
	);
	await expect(asked).rejects.toBe(failure);
});

test('after an abort no more questions are made', async () => {
	const over = new AbortController();
	const told: string[] = [];
	const asked = askInOrder(
		groupsOf([[await withHead('a')], [await withHead('b')], [await withHead('c')]], told),
		async () => over.abort(new Error('enough')),
		over.signal,
	);
	await expect(asked).rejects.toThrow('enough');
	expect(told).not.toContain('made b');
});
