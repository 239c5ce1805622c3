import {expect, test} from 'vitest';
import manifest from '../../package.json' with {type: 'json'};
import {variables} from '../../source/commands/environment.ts';
import {documentation} from '../../source/commands/files.ts';
import {flagsOf, spellings} from '../../source/commands/flags.ts';
import {commandHelp, shortHelp} from '../../source/commands/help.ts';
import {overview} from '../../source/commands/overview.ts';
import {registry} from '../../source/commands/registry.ts';
import {groups, type Setting} from '../../source/settings/setting.ts';
import {settingsOf, table} from '../../source/settings/table.ts';

const names = [...registry.keys()];

test('there are these commands', () => {
	expect(names).toEqual([
		'apply',
		'analyze',
		'review',
		'watch',
		'inbox',
		'fleet',
		'stats',
		'setup',
		'bench',
		'undo',
		'runs',
		'mcp',
		'mark',
		'memory',
		'record',
		'config',
		'doctor',
		'completion',
	]);
});

test.each(names)('the help of %s holds every flag, variable, accepted value, default and example', async name => {
	const {spec} = await registry.get(name)!.load();
	const help = commandHelp(name, spec);
	const flat = help.replace(/\s+/g, ' ');
	for (const [flagName, flag] of Object.entries(flagsOf(name, spec.flags))) {
		for (const spelling of spellings(flagName, flag)) expect(help).toMatch(new RegExp(`^  .*${spelling}\\b`, 'm'));
		expect(flat).toContain(flag.help);
	}
	for (const [, {flag, kind, default: value, flagless}] of settingsOf(name)) {
		if (flag === null || flagless?.includes(name) || typeof value === 'boolean') continue;
		if (kind.choices.length > 0) for (const word of kind.accepted.split(', ')) expect(help).toContain(word);
		if (kind.show(value) !== '') expect(flat).toContain(`default: ${kind.show(value)})`);
	}
	for (const {line} of spec.examples) expect(help).toContain(line);
	expect(spec.examples.length).toBeGreaterThan(0);
	expect(help).toContain('130  interrupted');
	expect(flat.includes('pr-resolve config --help')).toBe(name !== 'config');
});

test.each(names)('the short help of %s shows at most 14 flags, its examples and where the rest is', async name => {
	const {spec} = await registry.get(name)!.load();
	const all = flagsOf(name, spec.flags);
	const shown = spec.everyday ?? Object.keys(all);
	expect(shown.length).toBeLessThanOrEqual(14);
	expect(shown.filter(key => !(key in all))).toEqual([]);
	const help = shortHelp(name, spec);
	for (const key of shown) expect(help).toContain(spellings(key, all[key]!)[0]);
	for (const {line} of spec.examples) expect(help).toContain(line);
	expect(help).toContain(`pr-resolve ${name} --help`);
	expect(help).toContain(documentation);
});

test('the documentation is where package.json has the homepage', () => {
	expect(documentation).toBe(manifest.homepage);
});

test('a run has at most 60 flags, and a watch 64', async () => {
	const flagsIn = async (name: string) => Object.keys(flagsOf(name, (await registry.get(name)!.load()).spec.flags));
	expect((await flagsIn('apply')).length).toBeLessThanOrEqual(60);
	expect((await flagsIn('watch')).length).toBeLessThanOrEqual(64);
});

test('what a benchmark asks about and how often are flags of the benchmark', async () => {
	const help = commandHelp('bench', (await registry.get('bench')!.load()).spec);
	const [, section = ''] = /^Benchmark:\n((?: .*\n)+)/m.exec(help) ?? [];
	for (const flag of ['--providers', '--dataset', '--from-pr', '--iterations', '--timeout', '--resume']) {
		expect(section).toContain(flag);
	}
	expect(help).not.toContain('Which comments:');
	expect(help.replace(/\s+/g, ' ')).toContain(
		'0 done: every provider answered or was skipped, even if it missed a limit (FAIL)',
	);
});

test('the help of config holds every variable, key of a file, and default that has no flag', async () => {
	const help = commandHelp('config', (await registry.get('config')!.load()).spec);
	const flat = help.replace(/\s+/g, ' ');
	for (const {key, variable, flag, kind, default: value} of Object.values(table) as Setting[]) {
		if (variable !== null) expect(help).toMatch(new RegExp(`\\b${variable}\\b`));
		expect(flat).toContain(
			` ${key.replace(/^llm\.(?:providers\.[^.]+)?/, way => (way === 'llm.' ? '' : 'providers.<id>'))}`,
		);
		if (variable !== null && flag === null && kind.show(value) !== '') {
			expect(flat).toContain(`default: ${kind.show(value)})`);
		}
	}
	for (const {name} of variables) expect(help).toContain(name);
});

test('every flag is under the title of its group, in the order of the groups', async () => {
	const {spec} = await registry.get('apply')!.load();
	const help = commandHelp('apply', spec);
	const sections = Object.entries(groups)
		.map(([group, title]) => [group, help.indexOf(`\n${title}:\n`)] as const)
		.filter(([, at]) => at !== -1);
	expect(sections.map(([, at]) => at)).toEqual(sections.map(([, at]) => at).toSorted((one, other) => one - other));
	for (const [name, flag] of Object.entries(flagsOf('apply', spec.flags))) {
		const at = help.search(new RegExp(`^  (?:-\\w, )?${spellings(name, flag)[0]}(?: <.*>|\\[=.*\\])?  `, 'm'));
		expect([name, sections.findLast(([, start]) => start < at)?.[0]]).toEqual([name, flag.group]);
	}
});

test.each(names)('the exit codes of %s are its own', async name => {
	const {exits} = (await registry.get(name)!.load()).spec;
	/** Those that ask models or check their budget, and those that write to a pull request. */
	const limited = ['apply', 'analyze', 'review', 'watch', 'fleet', 'bench', 'undo', 'doctor'];
	const local = ['runs', 'config', 'completion'];
	expect(Object.keys(exits)).toEqual(expect.arrayContaining(['0', '1', '2', '130']));
	expect('4' in exits).toBe(!local.includes(name));
	expect('5' in exits).toBe(limited.includes(name));
});

test.each(names)('the examples of %s are parsed by the commands that they name', async name => {
	const {parse} = await import('../../source/commands/parse.ts');
	const {spec} = await registry.get(name)!.load();
	for (const {line} of spec.examples) {
		// A shell may evaluate or read what the command prints.
		const [typed = ''] = line.slice(line.indexOf('pr-resolve ')).split(/ \||\)/);
		const [command = '', ...argv] = typed.split(' ').slice(1);
		const target = await registry.get(command)!.load();
		await parse(command, argv, flagsOf(command, target.spec.flags), target.spec.positionals);
	}
});

test.each([80, 100])('no line of a help for %i columns is wider', async width => {
	const specs = await Promise.all(names.map(async name => [name, (await registry.get(name)!.load()).spec] as const));
	const lines = [overview(), ...specs.map(([name, spec]) => commandHelp(name, spec, width))].join('\n').split('\n');
	// In ASCII, for its characters are counted as cells.
	expect(lines.filter(line => line.length > width || !/^[ -~]*$/.test(line))).toEqual([]);
});

test('the overview holds every command with its summary', () => {
	for (const [name, {summary}] of registry) expect(overview()).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
});

test('what needs a separate flag is in the help of the program and of apply', async () => {
	const apply = commandHelp('apply', (await registry.get('apply')!.load()).spec);
	for (const text of [overview(), apply]) {
		expect(text.replace(/\s+/g, ' ')).toMatch(
			/commits, pushes, replies to comments or resolves threads only if you pass a flag for it/,
		);
	}
});

test('what takes answers and declines is beside the other flags for what is applied', async () => {
	const {spec} = await registry.get('apply')!.load();
	const help = commandHelp('apply', spec);
	const [, section] = help.split(`${groups.changes}:\n`);
	const flags = section!.split('\n\n')[0];
	for (const flag of ['--over-objections', '--reconsider']) expect(flags).toContain(flag);
});

test('exit code 3 is one line of every help', async () => {
	const helps = await Promise.all(names.map(async name => commandHelp(name, (await registry.get(name)!.load()).spec)));
	const withThree = [overview(), ...helps].filter(help => /^ {2}3 /m.test(help));
	expect(withThree.length).toBeGreaterThan(8);
	for (const help of withThree) expect(help).toMatch(/^ {2}3 .*\n(?: {2}\d|\n|If several)/m);
});
