import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withKeys} from '../media/keys.ts';
import {withReviewers} from '../media/reviewers.ts';
import {withSettings} from '../media/settings.ts';
import {table} from '../source/settings/table.ts';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

test('the README lists the reviewers that the registry has', () => expect(withReviewers(readme)).toBe(readme));

test('the README lists the settings that the program has', () => expect(withSettings(readme)).toBe(readme));

test('the README lists the keys that the keymap has', () => expect(withKeys(readme)).toBe(readme));

test('the README names every setting and its variable', () => {
	for (const {key, variable} of Object.values(table)) {
		expect(readme).toContain(`\`${key}\``);
		if (variable !== null) expect(readme).toContain(`\`${variable}\``);
	}
});
