import {expect, test} from 'vitest';
import {botName} from '../../source/review/reviewer.ts';
import {bot, person} from '../helpers/pull-request.ts';

test.each([
	[bot('coderabbitai'), 'coderabbit'],
	[bot('Copilot'), 'copilot'],
	[bot('copilot-pull-request-reviewer'), 'copilot'],
	[bot('github-advanced-security'), 'codeql'],
	[bot('gemini-code-assist'), 'gemini-code-assist'],
	[bot('my-own-bot'), 'my-own-bot'],
	[person('coderabbitai'), null],
	[null, null],
])('%j goes by the name %j', (author, name) => expect(botName(author)).toBe(name));
