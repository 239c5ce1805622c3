import {spawn, spawnSync} from 'node:child_process';
import process from 'node:process';

/** How this program recognizes that it runs there. */
const mark = '--without-network';

const raise = 'ip link set lo up';

/**
 * Runs this program again where loopback is the only network, if the system has such places (Linux, `unshare`): what a
 * client might send elsewhere does not get there.
 * @returns the exit code of that run; null where this run is the one to go on
 */
export async function runWithoutNetwork(): Promise<number | null> {
	if (process.argv.includes(mark)) return null;
	const flags = ['-n', '-rn'].find(name => spawnSync('unshare', [name, 'sh', '-c', raise]).status === 0);
	if (flags === undefined) {
		process.stdout.write('The network stays open: no place without one can be made here (unshare, ip).\n');
		return null;
	}
	const args = [flags, 'sh', '-c', `${raise} && exec "$@"`, 'sh', process.execPath, ...process.argv.slice(1), mark];
	const child = spawn('unshare', args, {stdio: 'inherit'});
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
	return new Promise(resolve => child.once('exit', code => resolve(code ?? 1)));
}
