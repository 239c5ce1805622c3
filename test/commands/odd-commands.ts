import {setTimeout} from 'node:timers/promises';
import type {Command, CommandSpec} from '../../source/commands/command.ts';
import {jsonFlag} from '../../source/commands/flags.ts';
import {registry} from '../../source/commands/registry.ts';
import {start} from '../../source/commands/start.ts';
import {Failure} from '../../source/failure.ts';

/** The program with commands that do what no command should: for the tests of what surrounds them. */

const spec: CommandSpec = {positionals: [], flags: jsonFlag, exits: {}, examples: []};

const odd: Record<string, Command['run']> = {
	waits: async (_, {sleep, signal, stderr}) => {
		stderr.write('waiting\n');
		await sleep(60_000, signal);
		return 0;
	},
	deaf: async (_, {signal, stderr}) => {
		signal.addEventListener('abort', () => stderr.write('heard, and waiting\n'));
		stderr.write('waiting\n');
		await setTimeout(60_000);
		return 0;
	},
	crashes: async () => {
		throw new TypeError('x is not a function');
	},
	strays: async () => {
		globalThis.setTimeout(() => {
			throw new TypeError('y is not a function');
		});
		await setTimeout(60_000);
		return 0;
	},
	fails: async () => {
		throw new Failure('authentication', 'bad-credentials', 'Authentication\u001b[31m failed', 'Set a token.');
	},
	talks: async (_, {stdout, stderr}) => {
		for (let line = 0; line < 50_000; line++) {
			stdout.write(`line ${line}\n`);
			if (line % 1000 === 0) await setTimeout(0);
		}
		stderr.write('came to the end\n');
		return 3;
	},
};

for (const [name, run] of Object.entries(odd)) {
	(registry as Map<string, unknown>).set(name, {summary: name, load: async () => ({spec, run})});
}

await start('1.2.3');
