import {type ChildProcess, spawn} from 'node:child_process';

/** What a user of the executable sees when it has ended. */
export type Ended = {
	/** The signal where one ended it. */
	code: number | NodeJS.Signals;
	stdout: string;
	stderr: string;
	/** The one JSON document on stdout; throws where there is something else. */
	json: unknown;
};

export type ChildOptions = {
	cwd: string;
	env: Record<string, string | undefined>;
	/** Is called with the running child. */
	meanwhile?: (child: ChildProcess) => void;
};

/** Runs a program to its end in exactly the environment given, without a terminal and without input. */
export async function runChild(file: string, args: readonly string[], options: ChildOptions): Promise<Ended> {
	const {cwd, env, meanwhile} = options;
	const child = spawn(file, args, {cwd, env, stdio: ['ignore', 'pipe', 'pipe']});
	const [out, err] = [child.stdout, child.stderr].map(stream => {
		const chunks: Buffer[] = [];
		stream.on('data', chunk => chunks.push(chunk));
		return chunks;
	}) as [Buffer[], Buffer[]];
	const {promise, resolve, reject} = Promise.withResolvers<number | NodeJS.Signals>();
	child.once('error', reject);
	child.once('close', (code, signal) => resolve(code ?? signal!));
	meanwhile?.(child);
	const code = await promise;
	const [stdout, stderr] = [out, err].map(chunks => Buffer.concat(chunks).toString()) as [string, string];
	return {
		code,
		stdout,
		stderr,
		get json() {
			return JSON.parse(stdout);
		},
	};
}
