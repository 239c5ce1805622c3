import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compilePattern} from '../../../source/run/plan/path-pattern.ts';

test.each([
	['*.ts', ['a.ts', 'src/a.ts'], ['a.tsx', 'a.ts.js']],
	['src', ['src/a.ts', 'lib/src/a.ts', 'src'], ['srcs/a.ts', 'xsrc/a']],
	['src/', ['src/a.ts'], ['a.ts']],
	['./src/*.ts', ['src/a.ts'], ['src/b/a.ts', 'lib/src/a.ts']],
	['src/**', ['src/a', 'src/a/b'], ['a/src/b']],
	['src/**/a', ['src/a', 'src/b/a', 'src/b/c/a', 'src/b/a/c'], ['src/ba', 'a']],
	['**/**/a', ['a', 'b/a', 'c/b/a'], ['ba']],
	['a**b/c', ['ab/c', 'a/x/b/c'], ['ac']],
	['?.ts', ['a.ts', 'b/a.ts'], ['ab.ts', '.ts']],
	['src/a?b', ['src/a-b'], ['src/a/b']],
	['a.b+(c)[d]|e', ['a.b+(c)[d]|e'], ['axb+(c)[d]|e', 'a.b']],
	['a*b*c', ['abc', 'aXbYc', 'd/abbc'], ['ab/c']],
])('%s', (pattern, fitting, others) => {
	const fits = compilePattern(pattern);
	expect([...fitting, ...others].filter(fits)).toEqual(fitting);
});

/** The same as a regular expression, which may backtrack. */
function slowly(pattern: string): RegExp {
	const anywhere = pattern.includes('/') ? '' : '(?:.*/)?';
	const forms: Record<string, string> = {'**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]'};
	return new RegExp(`^${anywhere}${pattern.replace(/\*\*\/|\*\*|\*|\?/g, part => forms[part]!)}(?:/.*)?$`);
}

test('each pattern fits what it would fit as a regular expression', () => {
	const part = fc.constantFrom('a', 'b', '/', '*', '**', '**/', '?', 'a/');
	const pattern = fc
		.array(part, {minLength: 1, maxLength: 6})
		.map(parts => parts.join(''))
		.filter(text => !/^\/|\/$|\*{3}|\/\//.test(text));
	fc.assert(
		fc.property(pattern, fc.stringMatching(/^[ab/]{0,8}$/), (pattern, path) => {
			expect(compilePattern(pattern)(path)).toBe(slowly(pattern).test(path));
		}),
		{numRuns: 2000},
	);
});

test('a pattern of many stars takes no more steps than its length times that of the path', () => {
	const fits = compilePattern(`${'*a'.repeat(100)}b`);
	expect(fits('a'.repeat(1000))).toBe(false);
	expect(fits(`${'a'.repeat(1000)}b`)).toBe(true);
	expect(compilePattern(`${'*'.repeat(300)}x`)('a'.repeat(1000))).toBe(false);
	expect(compilePattern(`${'**/'.repeat(100)}x`)('a/'.repeat(1000))).toBe(false);
});
