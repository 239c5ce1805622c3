import {describe, expect, test} from 'vitest';
import {dialectOf, dialectOfLogin, dialects} from '../../../source/review/dialects/registry.ts';
import {describeReading, fixtureNames, postOf, readFixture} from './fixture.ts';

const tested = dialects.filter(({name}) => name !== 'coderabbit');

test('every dialect has a fixture', () => {
	expect(fixtureNames.toSorted()).toEqual(tested.map(({name}) => name).toSorted());
});

describe.each(tested)('$name', ({name, logins, read}) => {
	const examples = readFixture(name);

	test.each(examples)('reads example %#', ({post, expected}) => {
		expect(describeReading(read(post))).toBe(expected);
	});

	test('reads the same with the line ends of Windows', () => {
		for (const {post, expected} of examples) {
			const again = postOf(post.kind, post.body.replaceAll('\n', '\r\n'));
			expect(describeReading(read(again))).toBe(expected);
			expect(dialectOf(again)?.name).toBe(dialectOf(post)?.name);
		}
	});

	test('is found by each of its logins', () => {
		for (const login of logins) expect(dialectOfLogin(`${login}[bot]`)?.name).toBe(name);
	});
});
