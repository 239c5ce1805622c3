import {readdir, readFile} from 'node:fs/promises';
import {platform} from 'node:os';

/** The variable of a command that all its children inherit, also those that leave its process group. */
export const markName = 'PR_RESOLVE_COMMAND';

/** Times that processes are looked for: one can start another while it is ended. */
const mostRounds = 50;

/** Ends all processes of the user with this mark in their environment. Only Linux shows it; elsewhere nothing happens. */
export async function endMarked(mark: string): Promise<void> {
	if (platform() !== 'linux') return;
	for (let round = 0; round < mostRounds; round += 1) {
		const pids = await markedProcesses(mark);
		if (pids.length === 0) return;
		const {execa} = await import('execa');
		await execa('/bin/sh', ['-c', 'kill -KILL "$@"', 'sh', ...pids], {reject: false, stdio: 'ignore'});
	}
}

/** Their ids. Those that have ended, and those of other users, have no environment to read. */
async function markedProcesses(mark: string): Promise<string[]> {
	const entry = Buffer.from(`${markName}=${mark}\0`);
	const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
	const marked = await Promise.all(
		pids.map(async pid => (await readFile(`/proc/${pid}/environ`).catch(() => Buffer.alloc(0))).includes(entry)),
	);
	return pids.filter((_, index) => marked[index]);
}
