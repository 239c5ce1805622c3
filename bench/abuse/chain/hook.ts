import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {files, type Scene, type Suggested} from './scene.ts';
import {linesIn} from './versions.ts';

/** As the hook makes it. */
export const formatted = (line: string) => line.replace(/^better /, 'Better ');

/** A file that is there as long as the hook runs, as it can outlive a command that is killed. */
const markOf = ({folder}: Scene) => join(folder, 'hooking');

const sedLine = "sed -i -E 's/^better ([0-9.]+)/Better \\1/'";
const ofAdded = `git diff --cached -U0 --no-color | sed -n -E 's/^\\+better ([0-9.]+).*/\\1/p' | while read -r n; do sed -i "s/^better $n\\(\\r\\{0,1\\}\\)$/Better $n\\1/" ${files.join(' ')}; done`;

/** What each kind of hook does: to the lines that are added, or to all; some stage that, some fail if there is anything. */
const scripts = {
	'added lines': `${ofAdded}; git add -- ${files.join(' ')}`,
	'added lines, and fails': `before=$(cat ${files.join(' ')} | cksum); ${ofAdded}; test "$before" = "$(cat ${files.join(' ')} | cksum)"`,
	'whole files': `${sedLine} ${files.join(' ')}`,
} as const;

const kinds = [null, 'added lines', 'added lines', 'added lines, and fails', 'whole files'] as const;

/** The user gets a hook pre-commit that reformats, or loses it. */
export function changeHook(scene: Scene): string {
	const file = join(scene.root, '.git/hooks/pre-commit');
	const kind = scene.random.pick(kinds);
	rmSync(file, {force: true});
	scene.hasHook = kind !== null;
	if (kind === null) return 'no hook reformats';
	mkdirSync(join(file, '..'), {recursive: true});
	const mark = markOf(scene);
	const script = `#!/bin/sh\ntouch ${mark}\n( ${scripts[kind]} )\ncode=$?\nrm -f ${mark}\nexit $code\n`;
	writeFileSync(file, script, {mode: 0o755});
	return `a hook reformats ${kind}`;
}

/** Until a hook is done whose command was killed. */
export async function hookEnd(scene: Scene): Promise<void> {
	for (let left = 500; left > 0 && existsSync(markOf(scene)); left--) await setTimeout(10);
	rmSync(markOf(scene), {force: true});
}

/** Whether a text has the lines of a suggestion as the hook makes them, or some of them. */
export function containsFormatted(text: string, {lines}: Pick<Suggested, 'lines'>): boolean {
	if (lines.every(line => formatted(line) === line)) return false;
	const all = linesIn(text);
	return all.some((_, start) => {
		const there = lines.map((line, index) => all[start + index] === formatted(line) || all[start + index] === line);
		return there.every(Boolean) && lines.some((line, index) => all[start + index] !== line);
	});
}
