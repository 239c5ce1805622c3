import {existsSync} from 'node:fs';
import process from 'node:process';

const demo = new URL('../dist/demo.js', import.meta.url);

// In a fresh clone there is nothing but this: plain JavaScript that every Node reads.
if (existsSync(demo)) await import(demo.href);
else {
	console.error('pr-resolve demo: The demo is not built yet.\nRun `npm install` first, which builds it.');
	process.exitCode = 1;
}
