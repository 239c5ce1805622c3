import process from 'node:process';
import {keepCompiled} from './source/commands/compiled.ts';

/** Set by the build. */
declare const PR_RESOLVE_VERSION: string;

// This must parse and run on old Node versions: keep it free of newer features.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [first, ...rest] = process.argv.slice(2);

if (major < 22 || (major === 22 && minor < 13)) {
	const found = `this is v${process.versions.node}`;
	console.error(`pr-resolve requires Node.js >= 22.13 (${found}): install a newer one, https://nodejs.org`);
	process.exitCode = 2;
} else if (process.platform === 'win32') {
	console.error('pr-resolve runs on Linux and macOS: on Windows, run it inside WSL, https://aka.ms/wsl');
	process.exitCode = 2;
} else if (first === '--version') {
	console.log(PR_RESOLVE_VERSION);
} else if (rest.length === 0 && (first === '--help' || first === '-h' || first === 'help')) {
	const {overview} = await import('./source/commands/overview.ts');
	console.log(overview());
} else {
	keepCompiled();
	const {start} = await import('./source/commands/start.ts');
	await start(PR_RESOLVE_VERSION);
}
