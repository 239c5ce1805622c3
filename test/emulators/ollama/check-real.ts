// Compares a server of Ollama that really runs with the emulator that the tests use.
import process from 'node:process';
import {differences, observe} from './compare.ts';
import {type Probe, probesFor, twins} from './probes.ts';
import {startOllama} from './server.ts';

/** For a request; a model may have to be loaded. */
const limitMs = 300_000;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort(new Error(name)));
const until = () => AbortSignal.any([stop.signal, AbortSignal.timeout(limitMs)]);

type Listed = {name: string; remote_host?: string; capabilities?: string[]; details?: {context_length?: number}};

/** A model of the server that answers questions; null without one. */
async function modelAt(address: string): Promise<Listed | null> {
	const answer = await fetch(`${address}/api/tags`, {signal: until()});
	const {models = []} = (await answer.json()) as {models?: Listed[]};
	const answers = ({capabilities}: Listed) => capabilities?.includes('completion') ?? true;
	return models.find(model => model.remote_host === undefined && answers(model)) ?? null;
}

const counts = {equal: 0, different: 0};
function tell(name: string, found: readonly string[]): void {
	counts[found.length === 0 ? 'equal' : 'different'] += 1;
	process.stdout.write(`${found.length === 0 ? 'ok  ' : 'DIFF'} ${name}\n`);
	for (const line of found) process.stdout.write(`     ${line.slice(0, 300)}\n`);
}

/** Whether parts of the two answers came mixed. */
async function sendTogether(address: string, probes: readonly Probe[]): Promise<string> {
	const order: string[] = [];
	await Promise.all(probes.map(probe => observe(address, probe, until(), () => order.push(probe.name))));
	const turns = order.filter((name, index) => name !== order[index - 1]).length;
	return turns > probes.length ? 'at once' : 'one after the other';
}

async function compare(address: string, model: Listed): Promise<void> {
	const {name, capabilities, details} = model;
	const emulator = await startOllama({
		models: [
			{
				name,
				...(capabilities && {capabilities}),
				...(details?.context_length && {contextLength: details.context_length}),
			},
		],
		answer: () => Array.from({length: 100}, (_, index) => `${index}`).join(' '),
	});
	try {
		for (const probe of probesFor(name)) {
			const [real, emulated] = [await observe(address, probe, until()), await observe(emulator.url, probe, until())];
			tell(probe.name, differences(real, emulated));
		}
		const [real, emulated] = [await sendTogether(address, twins(name)), await sendTogether(emulator.url, twins(name))];
		tell('two questions at the same time', real === emulated ? [] : [`answered ${real}; emulator: ${emulated}`]);
	} finally {
		await emulator.close();
	}
}

const [given] = process.argv.slice(2);
if (given === undefined) {
	process.stderr.write('Usage: npm run check:ollama -- <address>, such as 127.0.0.1:11434\n');
	process.exit(2);
}
const address = (given.includes('://') ? given : `http://${given}`).replace(/\/$/, '');
try {
	const model = await modelAt(address);
	if (model === null) {
		process.stderr.write(
			`The server at ${address} has no model that answers. Download a small one: ollama pull smollm2\n`,
		);
		process.exit(2);
	}
	process.stdout.write(`Sends 30 requests to ${address} and to the emulator, and compares the answers. ${model.name} is loaded there and answers
some of them, in some minutes on a CPU; nothing is downloaded. Ctrl-C ends it. Exit: 0 equal, 1 not.
`);
	await compare(address, model);
	process.stdout.write(`${counts.equal} equal, ${counts.different} different\n`);
	process.exitCode = counts.different === 0 ? 0 : 1;
} catch (error) {
	if (stop.signal.aborted) process.exitCode = 130;
	else {
		process.stderr.write(`The server at ${address} cannot be compared: ${String(error)}\n`);
		process.exitCode = 1;
	}
}
