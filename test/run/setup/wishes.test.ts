import {expect, test} from 'vitest';
import {wishes} from '../../../source/run/setup/wishes.ts';

test('each wish has the providers that fit it, the advice first', () => {
	expect(Object.fromEntries(wishes.map(({id, providers}) => [id, providers]))).toMatchObject({
		privacy: ['local'],
		'cli-a': ['cli-a'],
		'cli-b': ['cli-b'],
		pay: ['api-a', 'api-b'],
		none: ['local'],
	});
});
