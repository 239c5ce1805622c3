/** Loaded before a program: writes the most memory that the process had, in kilobytes, to the file in PEAK_MEMORY_FILE. */
import {readFileSync, writeFileSync} from 'node:fs';
import process from 'node:process';

const file = process.env.PEAK_MEMORY_FILE;
// On Linux, maxRSS holds that of the process that started this one.
const peak = () =>
	process.platform === 'linux'
		? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]
		: String(process.resourceUsage().maxRSS);
process.on('exit', () => writeFileSync(file, peak()));
