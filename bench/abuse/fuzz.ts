import {join} from 'node:path';
import type {Report} from '../../source/run/report/report.ts';
import {runChild} from '../child.ts';
import {type Random, randomOf} from './random.ts';
import type {Program} from './review-of-files.ts';
import {type CommentOn, differences, type FileOf, isGit, lookAt, makeReviewedTree} from './reviewed-tree.ts';

const fence = '```';
const {signal: never} = new AbortController();

/** Parts of a body: texts of reviewers, broken ones, and control sequences. */
const parts: readonly ((random: Random) => string)[] = [
	() => `${fence}suggestion\nA NEW LINE\n${fence}`,
	() => `${fence}suggestion\n${fence}`,
	random => `${fence}suggestion\n${'  indented\n'.repeat(random.below(5))}${fence}`,
	() => `~~~suggestion\r\nwith CR\r\n~~~`,
	() => `${fence}diff\n-line 4\n+LINE 4\n${fence}`,
	() => `${fence}diff\n@@ -3,3 +3,3 @@\n line 3\n-line 4\n+four\n line 5\n${fence}`,
	() => `${fence}suggestion\nnever closed`,
	() => 'Please rename this.',
	() => '<details><summary>More</summary>\n\nText\n\n</details>',
	() => '\u001b]0;title\u0007\u001b[2J\u009b31m',
	() => '\u202eturned\u2066 \u200bunseen\ufeff',
	() => '\r\n\r',
	random => `${random.pick(['[', '`', '*', '>', '<!--', '| a | '])}`.repeat(1 + random.below(300)),
	() => '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Do it otherwise.**',
	() => '<!-- suggestion_start -->\n<details>\n<summary>Committable suggestion</summary>\n',
	random => String.fromCodePoint(...Array.from({length: 20}, () => 32 + random.below(0x2fff))),
	() => `- [ ] option A\n\n${fence}suggestion\nA\n${fence}\n\n- [ ] option B\n\n${fence}suggestion\nB\n${fence}`,
];

const bodyOf = (random: Random) =>
	Array.from({length: 1 + random.below(5)}, () => random.pick(parts)(random)).join(random.pick(['\n\n', '\n', ' ']));

const endings = ['\n', '\r\n'] as const;

function makeFiles(random: Random): Record<string, FileOf> {
	return Object.fromEntries(
		['a.txt', 'b.ts', 'c.json', 'd.py', 'deep/e.md'].map(path => {
			const end = random.pick(endings);
			const lines = Array.from({length: 5 + random.below(20)}, (_, index) => `line ${index + 1}`);
			const text = `${random.below(4) === 0 ? '\uFEFF' : ''}${lines.join(end)}${random.below(3) === 0 ? '' : end}`;
			return [path, {content: text, mode: random.pick([0o644, 0o755])}];
		}),
	);
}

const rawControl = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Runs one batch of random comments through every step of the program; returns the broken promises. */
export async function fuzzBatch(seed: number, comments: number, program: Program): Promise<string[]> {
	const random = randomOf(seed);
	const files = makeFiles(random);
	const paths = [...Object.keys(files), 'nowhere.txt', '../outside.txt'];
	const made = Array.from({length: comments}, (): CommentOn => {
		const line = 1 + random.below(24);
		const start = random.below(3) === 0 ? Math.max(1, line - random.below(4)) : undefined;
		return {path: random.pick(paths), line, ...(start !== undefined && {start}), body: bodyOf(random)};
	});
	const {root, recording} = makeReviewedTree(join(program.folder, `batch-${seed}`), program.env, files, made);
	const start = lookAt(root, path => !isGit(path));
	const faults: string[] = [];
	const run = async (...args: string[]) => {
		const {node, cli, env} = program;
		const {exitCode, stdout, stderr} = await runChild(node, [cli, ...args], {
			cwd: root,
			env,
			signal: never,
			timeoutMs: 240_000,
		});
		const printed = stdout.toString();
		if (rawControl.test(printed) || rawControl.test(stderr.toString()))
			faults.push(`${args[0]} printed a raw control character`);
		return {exitCode, printed};
	};
	const check = ({exitCode, printed}: {exitCode: number | null; printed: string}, what: string) => {
		if (exitCode !== 0 && exitCode !== 3) faults.push(`${what} ended with ${exitCode}`);
		const report = JSON.parse(printed) as Report;
		const {findings: count, ...outcomes} = report.summary;
		const sum = Object.values(outcomes).reduce((all, number) => all + number, 0);
		if (count !== report.findings.length || sum !== count) faults.push(`${what}: the summary does not add up`);
		const reported = new Set(
			report.findings.flatMap(({source, alsoTold}) => [source, ...alsoTold].map(({commentId}) => commentId)),
		);
		const missed = made.flatMap((_, index) => (reported.has(String(index + 1)) ? [] : [index + 1]));
		if (missed.length > 0) faults.push(`${what}: comments without a finding: ${missed.join(', ')}`);
		if (report.exitCode !== exitCode) faults.push(`${what}: the report says ${report.exitCode}`);
		return report;
	};

	const planned = await run('analyze', '--from', recording);
	if (planned.exitCode !== 0 && planned.exitCode !== 3) faults.push(`analyze ended with ${planned.exitCode}`);
	check(await run('apply', '--from', recording, '--json'), 'apply');
	const once = lookAt(root, path => !isGit(path));
	if (differences(start, once).some(path => !start.has(path))) faults.push('a file came into being');
	const again = check(await run('apply', '--from', recording, '--json'), 'the second apply');
	for (let runs = 0; runs < 2; runs++) {
		const undone = await run('undo', '--json');
		if (undone.exitCode !== 0 && undone.exitCode !== 2) faults.push(`undo ended with ${undone.exitCode}`);
	}
	const left = differences(
		start,
		lookAt(root, path => !isGit(path)),
	);
	if (left.length > 0) faults.push(`undo left ${left.join(', ')} (${again.summary.applied} applied by the second run)`);
	return faults.map(fault => `seed ${seed}: ${fault}`);
}
