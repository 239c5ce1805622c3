import {describe, expect, test} from 'vitest';
import {readRefusal} from '../../../../source/llm/providers/api/refusal.ts';

describe('the message of a refusal', () => {
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
