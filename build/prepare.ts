import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

/**
 * Builds what npm is about to pack or install. `npm pack --dry-run` only lists files, so it takes the build that is there:
 * another one would pull the program from under processes that run it.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isKept = process.env.npm_config_dry_run === 'true' && existsSync(join(root, 'dist/cli.js'));
if (!isKept) {
	const {status} = spawnSync(process.execPath, [join(root, 'build.mjs')], {stdio: 'inherit'});
	process.exitCode = status ?? 1;
}
