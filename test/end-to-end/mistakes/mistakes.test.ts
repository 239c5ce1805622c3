import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {goodToken} from '../../emulators/github/server.ts';
import {runChild} from '../../helpers/child.ts';
import {newFolder} from '../../helpers/folders.ts';
import type {Environment} from '../../helpers/work-tree.ts';
import {places, saveRecordings} from './places.ts';
import {type Mistake, readMistakes} from './read-list.ts';
import {gitHub, modelService} from './services.ts';

const mistakes = readMistakes(readFileSync(join(import.meta.dirname, 'mistakes.txt'), 'utf8'));

/** How many of the list end as it says. It only rises, up to all of them. */
const right = 152;

/** Lines that run at a time. */
const workers = 3;

test(`${right} of ${mistakes.length} mistakes end with their cause, the next step and the exit code`, async () => {
	const world = {bin: programFolder(), host: await gitHub(null)};
	const left = mistakes.values();
	const wrong: string[] = [];
	const worker = async () => {
		for (const mistake of left) {
			const {code, output} = await typed(mistake, world);
			if (!isAsListed(mistake, code, output)) wrong.push(`${mistake.place}$ ${mistake.line}\n${code}: ${output}`);
		}
	};
	await Promise.all(Array.from({length: workers}, worker));
	expect(mistakes.length - wrong.length, wrong.join('\n\n')).toBe(right);
}, 600_000);

test('the list has as many mistakes of each kind as people made', () => {
	const counts = Object.fromEntries(
		Map.groupBy(mistakes, ({group}) => group)
			.entries()
			.map(([group, {length}]) => [group, length]),
	);
	expect(counts).toEqual({
		'typos in commands and flags': 20,
		'values of flags': 16,
		'pull requests': 18,
		folders: 14,
		'tokens and addresses': 12,
		'flags that contradict each other': 12,
		'recordings, decisions, data sets and settings files': 22,
		models: 24,
		'other commands': 14,
	});
});

/** A folder with a `pr-resolve` that shows where and how the shell starts it: its folder, arguments and environment. */
function programFolder(): string {
	const folder = newFolder();
	const path = join(folder, 'pr-resolve');
	writeFileSync(path, `#!/bin/sh\nprintf '%s\\0' "$PWD" "$#" "$@"\nenv -0\n`);
	chmodSync(path, 0o755);
	return folder;
}

type World = {bin: string; host: Environment};

async function typed({place, service, line}: Mistake, {bin, host}: World) {
	const tree = places[place]!();
	saveRecordings(tree);
	const [name, wrong = null] = service?.split(':') ?? [];
	const isOfHost = name === 'github';
	const env: Environment = {
		...tree.env,
		...(isOfHost ? await gitHub(wrong) : host),
		...(service !== null && !isOfHost && (await modelService(service, tree))),
	};
	const inShell = {cwd: tree.root, env: {...env, PATH: `${bin}:${env.PATH}`}};
	const [cwd, count, ...words] = (await runChild('/bin/sh', ['-c', line], inShell)).stdout.split('\0');
	const args = words.splice(0, Number(count));
	const variables = words.filter(Boolean).map(word => word.split(/=(.*)/s, 2));
	const {code, stdout, stderr} = await tree.call(args, {cwd: cwd!, env: Object.fromEntries(variables)});
	return {code, output: `${stderr}\n${stdout}`.trim()};
}

function isAsListed({exitCode, cause, next}: Mistake, code: number | string, output: string): boolean {
	const words = output.replaceAll(/\s+/g, ' ');
	const isTidy = !/\n +at |\[object /.test(output) && !output.includes(goodToken);
	return code === exitCode && isTidy && [cause, next].every(wanted => holds(words, wanted));
}

/** Whether the parts between `...` follow each other. */
function holds(words: string, wanted: string): boolean {
	let at = 0;
	return wanted.split(' ... ').every(part => {
		const found = words.indexOf(part, at);
		at = found + part.length;
		return found >= 0;
	});
}
