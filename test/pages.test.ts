import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {pages} from '../docs/tables/pages.ts';
import {table} from '../source/settings/table.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

test.each(Object.keys(pages))('the tables of %s match those of the program', name => {
	expect(pages[name]!(read(name)), `${name} is out of date: run npm run docs`).toBe(read(name));
});

test('every setting and its variable has its place on the page of settings', () => {
	const page = read('docs/settings.md');
	for (const {key, variable} of Object.values(table)) {
		expect(page).toContain(`\`${key}\``);
		if (variable !== null) expect(page).toContain(`\`${variable}\``);
	}
});
