import {expect, test} from 'vitest';
import {dialectOf, dialectOfLogin, dialects} from '../../../source/review/dialects/registry.ts';
import {postOf} from './fixture.ts';

const nameOf = (body: string, login: string | null) => dialectOf(postOf('thread', body, login))?.name ?? null;

test('names and logins are not shared', () => {
	const names = dialects.map(({name}) => name);
	const logins = dialects.flatMap(dialect => dialect.logins);
	expect(new Set(names).size).toBe(names.length);
	expect(new Set(logins).size).toBe(logins.length);
	expect(logins.filter(login => login !== login.toLowerCase() || login.endsWith('[bot]'))).toEqual([]);
});

test('what has neither login nor mark could never be found', () => {
	expect(dialects.filter(({logins, marks}) => logins.length + marks.length === 0)).toEqual([]);
});

test.each(['Copilot', 'copilot-pull-request-reviewer', 'copilot-pull-request-reviewer[bot]'])(
	'%s is Copilot',
	login => {
		expect(dialectOfLogin(login)?.name).toBe('copilot');
	},
);

test('the author takes precedence over the text', () => {
	expect(nameOf('nit: a shorter name would do', 'Copilot')).toBe('copilot');
	expect(nameOf('nit: a shorter name would do', 'someone')).toBe('conventional');
});

test.each([
	['## PR Code Suggestions ✨\n\nNone.', 'qodo'],
	[
		'🚫 **[tsc]** <sub>reported by [reviewdog](https://github.com/reviewdog/reviewdog) :dog:</sub><br>wrong',
		'reviewdog',
	],
	['### A bug\n\n**Low Severity**\n\n<!-- LOCATIONS START\nsrc/a.ts#L1\nLOCATIONS END -->', 'cursor-bugbot'],
	['![high](https://www.gstatic.com/codereviewagent/high-priority.svg)\n\nWrong.', 'gemini-code-assist'],
	['**Claude finished @someone in 2m**\n\nGood.', 'claude'],
	['Nitpicking aside, this is fine.', null],
	['Note: this breaks where the list is empty.', null],
])('%j is known by its marks whoever posts it', (body, name) => {
	expect(nameOf(body, 'github-actions[bot]')).toBe(name);
	expect(nameOf(body, null)).toBe(name);
});

test('what is not in the format of its author is left to the general reader', () => {
	const post = postOf('thread', 'I opened a pull request for this.', 'cursor[bot]');
	expect(dialectOf(post)?.read(post)).toBeNull();
});
