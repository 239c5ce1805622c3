import {expect, test} from 'vitest';
import {flagsOf, spellings} from '../../source/commands/flags.ts';
import {commandHelp} from '../../source/commands/help.ts';
import {overview} from '../../source/commands/overview.ts';
import {registry} from '../../source/commands/registry.ts';
import {settingsOf} from '../../source/settings/table.ts';

const names = [...registry.keys()];

test('there are these commands', () => {
	expect(names).toEqual(['apply', 'analyze', 'review', 'setup', 'bench', 'undo', 'runs', 'record', 'config', 'doctor']);
});

test.each(names)('the help of %s holds every flag, variable, accepted value, default and example', async name => {
	const {spec} = await registry.get(name)!.load();
	const help = commandHelp(name, spec);
	const flat = help.replace(/\s+/g, ' ');
	for (const [flagName, flag] of Object.entries(flagsOf(name, spec.flags))) {
		for (const spelling of spellings(flagName, flag)) expect(help).toMatch(new RegExp(`^  .*${spelling}\\b`, 'm'));
		expect(flat).toContain(flag.help);
	}
	for (const [, {variable, flag, kind, default: value}] of settingsOf(name)) {
		if (variable !== null) expect(help).toContain(variable);
		if (variable === null && flag === null) continue;
		for (const word of kind.choices) expect(help).toContain(word);
		if (kind.show(value) !== '') expect(flat).toContain(`(default: ${kind.show(value)})`);
	}
	for (const {line} of spec.examples) expect(help).toContain(line);
	expect(spec.examples.length).toBeGreaterThan(0);
	expect(help).toContain('130  interrupted');
});

test.each(names)('the examples of %s are parsed by the commands that they name', async name => {
	const {parse} = await import('../../source/commands/parse.ts');
	const {spec} = await registry.get(name)!.load();
	for (const {line} of spec.examples) {
		const [command = '', ...argv] = line.slice(line.indexOf('pr-resolve ')).split(' ').slice(1);
		const target = await registry.get(command)!.load();
		await parse(command, argv, flagsOf(command, target.spec.flags), target.spec.positionals);
	}
});

test('no line of a help is wider than 80 columns', async () => {
	const specs = await Promise.all(names.map(async name => [name, (await registry.get(name)!.load()).spec] as const));
	const lines = [overview(), ...specs.map(([name, spec]) => commandHelp(name, spec))].join('\n').split('\n');
	expect(lines.filter(line => line.length > 80)).toEqual([]);
});

test('the overview holds every command with its summary', () => {
	for (const [name, {summary}] of registry) expect(overview()).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
});
