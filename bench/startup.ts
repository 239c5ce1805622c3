import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {timeInTurns} from './timing.ts';

const start: Figure = {
	name: 'start of pr-resolve vs. node -e 0',
	unit: 'x',
	bound: 1.5,
	meaning:
		'Time of the shortest possible run, relative to an idle Node. More would be noticeable in scripts and prompts.',
};
const client: Figure = {
	name: 'node -e 0 that also loads the client of shared state vs. node -e 0',
	unit: 'x',
	bound: null,
	meaning:
		'What @redis/client costs a run with store_url, once, when it first uses the server. Other runs do not load it.',
};
const plan = {runs: 31, warmUp: 3};

export const startup: Benchmark = {
	about: 'Time of --version and --help, and of loading the client of shared state, each alternating with an idle Node.',
	seconds: 16,
	figures: [start, client],
	measure,
};

function measure({node, folder, env, now, ...machine}: Machine): Measured[] {
	const cli = machine.cli();
	const chunk = chunkOfClient(dirname(cli));
	const run = (...args: string[]) => ({run: () => void runSync(node, args, {cwd: folder, env})});
	const times = timeInTurns(
		{
			nothing: run('-e', '0'),
			version: run(cli, '--version'),
			help: run(cli, '--help'),
			client: run('-e', `import(${JSON.stringify(pathToFileURL(chunk.path))})`),
		},
		{...plan, now},
	);
	const measured = (figure: Figure, of: string, name: keyof typeof times, more = ''): Measured => ({
		figure,
		of,
		value: times[name] / times.nothing,
		detail: `${ms(times[name])} / ${ms(times.nothing)}${more}`,
	});
	return [
		measured(start, '--version', 'version'),
		measured(start, '--help', 'help'),
		measured(client, '', 'client', `; ${Math.round(chunk.bytes / 1000)} kB`),
	];
}

/** The file of the build that has `source/store/client.ts`. */
function chunkOfClient(dist: string): {path: string; bytes: number} {
	const folder = join(dist, 'chunks');
	const chunks = readdirSync(folder)
		.filter(name => name.startsWith('client-'))
		.map(name => ({path: join(folder, name), text: readFileSync(join(folder, name), 'utf8')}));
	const chunk = chunks.find(({text}) => text.includes('maintNotifications'));
	if (!chunk) throw new Error(`no chunk in ${folder} has the client`);
	return {path: chunk.path, bytes: Buffer.byteLength(chunk.text)};
}
