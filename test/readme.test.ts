import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withReviewers} from '../media/reviewers.ts';
import {table} from '../source/settings/table.ts';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

test('the README lists the reviewers that the registry has', () => expect(withReviewers(readme)).toBe(readme));

test('the README names every setting and its variable', () => {
	for (const {key, variable} of Object.values(table)) {
		expect(readme).toContain(`\`${key}\``);
		expect(readme).toContain(`\`${variable}\``);
	}
});
