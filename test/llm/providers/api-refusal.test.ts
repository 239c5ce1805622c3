import {describe, expect, test} from 'vitest';
import {readRefusal, readRetryAfterMs} from '../../../source/llm/providers/api-refusal.ts';

describe('how long an answer asks to wait', () => {
	test.each([
		[{'retry-after': '7'}, 7000],
		[{'retry-after': '0'}, 0],
		[{'retry-after': '7', 'retry-after-ms': '120.5'}, 120.5],
		[{'retry-after-ms': 'soon', 'retry-after': '2'}, 2000],
		[{'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, 90_000],
		[{'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, 0],
		[{'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT'}, null],
		[{'retry-after': '-7', date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, null],
		[{}, null],
	])('%o: %s', (headers, ms) => {
		expect(readRetryAfterMs(new Headers(headers as Record<string, string>))).toBe(ms);
	});
});

describe('what a refusal says', () => {
	test.each([
		['OpenAI', {error: {message: 'm', type: 't', param: null, code: 'c'}}, ['c', 't']],
		[
			'Anthropic',
			{type: 'error', error: {type: 't', message: 'm', details: {error_code: 'd'}}, request_id: 'r'},
			['t', 'd'],
		],
		['llama.cpp', {error: {message: 'm', type: 't', code: 503}}, ['t']],
		['vLLM', {object: 'error', message: 'm', type: 't', code: 404}, ['t']],
		['Ollama', {error: 'm'}, []],
	])('in the shape of %s', (_, body, names) => {
		expect(readRefusal(400, new Headers(), JSON.stringify(body))).toMatchObject({message: 'm', names});
	});

	test.each(['<html></html>', '', '[]', 'null', '{"error":null}', '{"error":{"message":7}}'])(
		'is nothing in %s',
		text => {
			expect(readRefusal(500, new Headers(), text)).toMatchObject({message: '', names: []});
		},
	);
});
