import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {findProgram} from '../../../source/llm/providers/client/find.ts';
import type {ClientProgram} from '../../../source/llm/providers/client/program.ts';
import {runWithoutNetwork} from './without-network.ts';

/** Prints a row, and counts whether what a client did is as expected. */
export type Tell = (client: string, name: string, got: string, expected: RegExp) => void;

export type CheckWorld = {
	/** An empty folder for all clients, which is deleted afterwards. */
	folder: string;
	/** Aborts on a signal: clients lead process groups of their own, which a terminal does not interrupt. */
	stop: AbortSignal;
	tell: Tell;
};

type Checked = {program: ClientProgram; check: (world: CheckWorld) => Promise<void>};

/**
 * Checks the clients that are installed, one after the other, with loopback as the only network where the system can do
 * that, and sets the exit code: 0 as expected, 1 not, 130 after a signal.
 * @param intent what it does, printed first
 */
export async function runChecks(intent: string, clients: readonly Checked[]): Promise<void> {
	const alone = await runWithoutNetwork();
	if (alone !== null) process.exit(alone);
	process.stdout.write(intent);
	const stop = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort(new Error(name)));
	const counts = {asExpected: 0, otherwise: 0};
	const tell: Tell = (client, name, got, expected) => {
		const fits = expected.test(got);
		counts[fits ? 'asExpected' : 'otherwise'] += 1;
		const line = got.replace(/\s+/g, ' ').trim();
		const short = line.length > 300 ? `${line.slice(0, 300)}...` : line;
		process.stdout.write(`${fits ? 'ok  ' : 'BAD '} ${client.padEnd(8)} ${name.padEnd(14)} ${short}\n`);
	};
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pr-resolve-real-')));
	try {
		for (const {program, check} of clients) {
			const {name, install} = program;
			if ((await findProgram(name, process.env.PATH)) === null) {
				process.stdout.write(`skip ${name} is not installed: ${install}\n`);
				continue;
			}
			try {
				await check({folder, stop: stop.signal, tell});
			} catch (error) {
				stop.signal.throwIfAborted();
				tell(name, 'check', String(error), /^$/);
			}
		}
		process.stdout.write(`${counts.asExpected} as expected, ${counts.otherwise} otherwise\n`);
		process.exitCode = counts.otherwise === 0 ? 0 : 1;
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		process.exitCode = 130;
	} finally {
		rmSync(folder, {recursive: true, force: true, maxRetries: 3});
	}
}
