import {expect, test} from 'vitest';
import {withoutKeys} from '../../../source/llm/providers/without-keys.ts';

const key = ['gw', 'top/secret+key=', 'abcdefghij0123456789'].join('-');

test.each([
	['whole', key],
	['behind its scheme', `Bearer ${key}`],
	['in quotes', `'${key}'`],
	['in an address', `https://a.example/?key=${encodeURIComponent(key)}`],
	['its beginning', key.slice(0, 20)],
	['its ends', `${key.slice(0, 8)}...${key.slice(-6)}`],
	['broken over two lines', `${key.slice(0, 12)}\n${key.slice(12)}`],
	['with stars', `${key.slice(0, 4)}****${key.slice(-4)}`],
])('a key is not shown: %s', (_, said) => {
	const shown = withoutKeys(`this key is bad: ${said} (401)`, key);
	expect(shown).toContain('***');
	for (let at = 0; at + 8 <= key.length; at += 1) expect(shown).not.toContain(key.slice(at, at + 8));
	expect(shown).toMatch(/^this key is bad: .*\(401\)$/);
});
