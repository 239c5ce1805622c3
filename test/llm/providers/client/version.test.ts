import {expect, test} from 'vitest';
import {isOlder, readVersion} from '../../../../source/llm/providers/client/check.ts';

test.each([
	['2.1.330 (Claude Code)', '2.1.330'],
	['codex-cli 0.169.0', '0.169.0'],
	['GitHub Copilot CLI 1.0.102.', '1.0.102'],
	['tool v1.0.0-beta.2, built today', '1.0.0-beta.2'],
	['Codex, the manuscript viewer', null],
])('the version in "%s"', (text, version) => {
	expect(readVersion(text)).toBe(version);
});

test.each([
	['2.1.197', '2.1.329', true],
	['2.1.329', '2.1.329', false],
	['2.1.1000', '2.1.329', false],
	['1.9.9', '2.0.0', true],
	['3.0.0', '2.1.329', false],
	['2.1.329-beta.1', '2.1.329', false],
])('%s is older than %s: %s', (version, other, older) => {
	expect(isOlder(version, other)).toBe(older);
});
