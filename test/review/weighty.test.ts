import {expect, test} from 'vitest';
import {isSecurityCategory, namesWeakness} from '../../source/review/weighty.ts';

test.each([
	'SQL injection in the search',
	'Possible SQLi',
	'Path-traversal when a name has dots',
	'Cross site scripting in the title',
	'cross-site_scripting',
	'Buffer-overflow in the reader',
	'open-redirect after login',
	'use-after-free',
	'API-key committed',
	'api_key in logs',
	'apiKey is logged',
	'hardcodedPassword',
	'Hard-coded password',
	'rules.sqlInjection',
	'CWE79',
	'CWE-89: neutralize input',
	'CVE-2021-44228',
	'Authorisation is missing',
	'TLS verification disabled',
	'The access token is logged',
	'DDoS by large input',
	'DOS attack by large input',
])('%s names a weakness', text => {
	expect(namesWeakness(text)).toBe(true);
});

test.each([
	'Use the full name',
	'The tokenizer skips a token',
	'Dispatch the event once',
	'Reorder the secretary list',
	'Assess the result',
	'The path is traversed twice',
	'Redirect the output to a file',
	'Author of the certificationless form',
])('%s names none', text => {
	expect(namesWeakness(text)).toBe(false);
});

test('categories of security without one of the words', () => {
	expect(['privacy', 'security', 'style', 'potential issue'].map(isSecurityCategory)).toEqual([
		true,
		true,
		false,
		false,
	]);
});
