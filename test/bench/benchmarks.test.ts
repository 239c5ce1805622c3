import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {benchmarks} from '../../bench/benchmarks.ts';
import {formatList} from '../../bench/list.ts';

const all = Object.values(benchmarks);

test('every benchmark describes what it measures, and every figure its meaning', () => {
	for (const {about, seconds, figures} of all) {
		expect(about).toMatch(/^[A-Z`].*\.$/);
		expect(seconds).toBeGreaterThan(0);
		expect(figures.length).toBeGreaterThan(0);
		for (const {meaning, unit} of figures)
			expect([meaning, unit]).toEqual([expect.stringMatching(/\.$/), expect.any(String)]);
	}
	const names = all.flatMap(({figures}) => figures.map(({name}) => name));
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('--list names all of them with their bounds', () => {
	const list = formatList(benchmarks);
	for (const [name, {figures}] of Object.entries(benchmarks)) {
		expect(list).toContain(`${name} (about `);
		for (const figure of figures) expect(list).toContain(`    ${figure.name}`);
	}
	expect(list).toContain('start of pr-resolve vs. node -e 0: at most 1.5 x');
});

test('a benchmark alone: one table with its command, and the machine', () => {
	const script = join(import.meta.dirname, '../../bench/index.ts');
	const printed = execFileSync(process.execPath, [script, 'prompt-size'], {encoding: 'utf8', stdio: 'pipe'});
	expect(printed).toMatch(/^figure .* result .* bound .* holds .* command .* made of\n/);
	expect(printed.match(/ yes .* npm run bench -- prompt-size /g)).toHaveLength(3);
	expect(printed).toMatch(/\n\nNode\.js \d+.*, load \d+\.\d, \d{4}-\d\d-\d\d, \d+ s in total\n$/);
});
