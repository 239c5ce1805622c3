/**
 * One operation of the work tree in a process of its own, to be killed or raced. Reads a job from KILL_JOB:
 * `{"do": "write" | "continue" | "restore" | "verify" | "hold" | "race" | "write-file" | "replace", ...}`.
 */
import {readFile, rm, writeFile as writePlain} from 'node:fs/promises';
import {flushCompileCache} from 'node:module';
import {join} from 'node:path';
import {acquireLock} from '../../source/system/lock.ts';
import {replaceFile} from '../../source/system/replace-file.ts';
import {continueWriting, restoreFiles, writeFiles} from '../../source/worktree/apply.ts';
import {inTrialTree} from '../../source/worktree/verify/trial-tree.ts';
import {writeFile} from '../../source/worktree/write.ts';

// The next process starts from it, also when this one is killed.
flushCompileCache();

const job = JSON.parse(process.env.KILL_JOB);

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

const processes = {pid: process.pid, isAlive};
const target = {
	...processes,
	root: job.root,
	records: job.records,
	now: Date.now,
	randomId: () => Math.random().toString(36).slice(2, 6).padEnd(4, '0'),
	signal: new AbortController().signal,
};
const edits = (job.files ?? []).map(({path, before, after}) => ({
	path,
	before: Buffer.from(before),
	after: Buffer.from(after),
}));
const run = {pullRequest: 'octo/app#1', titles: ['a change'], details: null};

/** Goes in and out of the lock; two inside at once trip over the marker. */
async function race() {
	let entered = 0;
	for (let round = 0; round < job.rounds; round += 1) {
		let lock;
		try {
			lock = await acquireLock(job.records, Date.now(), processes);
		} catch (error) {
			if (error.code !== 'locked') throw error;
			await new Promise(resolve => setTimeout(resolve, 1));
			continue;
		}
		const marker = join(job.records, 'inside');
		await writePlain(marker, '', {flag: 'wx'});
		await readFile(marker);
		await rm(marker);
		entered += 1;
		// Some die inside: whoever comes next has to take the lock over.
		if (job.diesAfter === entered) process.kill(process.pid, 'SIGKILL');
		await lock.release();
	}
	return {entered};
}

/** Writes each of the contents, by path, and aims at those that pass. */
async function verify() {
	const contentsOf = texts => new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
	await inTrialTree({...target, id: job.id, empty: {titles: []}}, async tree => {
		for (const {texts, passes} of job.trials) {
			await tree.write(contentsOf(texts));
			if (passes) await tree.aim(contentsOf(texts), {titles: ['a change']});
		}
	});
	return {};
}

const operations = {
	verify,
	write: () => writeFiles({...target, run, files: edits, isTrial: job.isTrial}),
	continue: () => continueWriting({...target, id: job.id}),
	restore: () => restoreFiles({...target, id: job.id, files: edits, skipped: []}),
	'write-file': () => writeFile(job.root, edits[0], '.pr-resolve-test.tmp'),
	replace: () => Promise.all(job.contents.map(content => replaceFile(job.path, content, job.options))),
	race,
	hold: async () => {
		await acquireLock(job.records, Date.now(), processes);
		process.stdout.write('held\n');
		await new Promise(resolve => process.stdin.once('end', resolve).resume());
		return {};
	},
};

try {
	process.stdout.write(`${JSON.stringify(await operations[job.do]())}\n`);
} catch (error) {
	process.stdout.write(`${JSON.stringify({code: error.code, message: error.message})}\n`);
	process.exitCode = 1;
}
