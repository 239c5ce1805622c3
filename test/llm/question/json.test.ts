import {expect, test} from 'vitest';
import {findJson} from '../../../source/llm/question/json.ts';

test.each<[string, string, unknown]>([
	['alone', '{"a": 1}', {a: 1}],
	['behind a byte order mark', '\uFEFF[1]', [1]],
	['in a fence', 'So:\n\n```json\n{"a": 1}\n```\nDone {or not}.', {a: 1}],
	['in a fence of tildes in a list', '- So:\n\n  ~~~\n  {"a": 1}\n  ~~~', {a: 1}],
	['in the second fence', '```sh\nls\n```\n\n```\n[2]\n```', [2]],
	['in a fence that is cut', 'So:\n```json\n{"a": 1}', {a: 1}],
	['among words', 'It is {"a": 1}, I think.', {a: 1}],
	['nowhere', 'I cannot } do { that.', undefined],
	['behind many tildes', `${'~'.repeat(95_000)}\n${'a\n'.repeat(47_000)}`, undefined],
	['behind many back-ticks', `${'```\n'.repeat(40_000)}{"a": 1}`, {a: 1}],
])('finds the value %s', (_, text, value) => expect(findJson(text)).toEqual(value));
