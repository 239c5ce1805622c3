import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {setStage} from '../demo/stage.ts';
import {parseRecording} from '../source/github/recording.ts';
import type {PullRequest} from '../source/review/comment.ts';
import {openCorpus} from './accuracy/corpus.ts';
import {makeRepository} from './accuracy/repository.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import type {Figure, Measured} from './figure.ts';
import {median} from './timing.ts';

const demoRecording = join(import.meta.dirname, '../demo/recording.json');
const mostDefinitionTokens = 2_800;

const definitions: Figure = {
	name: 'tokens of all tool definitions vs. the limit',
	unit: 'x',
	bound: 1,
	meaning: `A client sends them with each request to its model: at most ${mostDefinitionTokens} tokens (o200k).`,
};
const half: Figure = {
	name: 'tokens of all answers until only edits are left vs. the raw threads, median',
	unit: 'x',
	bound: 0.55,
	meaning: 'What an agent reads to work through a pull request, instead of its review threads as the API has them.',
};
const sum: Figure = {
	name: 'the same, of all pull requests together',
	unit: 'x',
	bound: 0.45,
	meaning: 'Long pull requests save more.',
};
const demo: Figure = {
	name: 'the same, of the demo',
	unit: 'x',
	bound: 0.55,
	meaning: 'The pull request of `npm run demo`, which everyone can look at.',
};
const list: Figure = {
	name: 'tokens of the whole list vs. the raw threads without diffHunk, median',
	unit: 'x',
	bound: 0.3,
	meaning: 'What an agent reads to know what there is to do.',
};
const missing: Figure = {
	name: 'findings of the report that the list does not have',
	unit: 'findings',
	bound: 0,
	meaning: 'Few tokens must not come from leaving findings out.',
};
const calls: Figure = {
	name: 'calls of a pull request, median',
	unit: 'calls',
	bound: null,
	meaning: 'How often an agent asks.',
};

export const agents: Benchmark = {
	about:
		'What a coding agent reads of a pull request through `pr-resolve mcp`: a scripted agent lists, applies, and looks at what is left, in the demo and in the whole pull requests of a corpus.',
	seconds: 120,
	figures: [definitions, half, sum, demo, list, missing, calls],
	measure,
};

/** A pull request in a clone. `from`: its recording. `isDemo`: the one of the demo, which is not of the corpus. */
type Place = {name: string; folder: string; from: string; pullRequest: PullRequest; isDemo: boolean};

/** Tokens of what an agent read, and of what it would have read of the API. */
type Read = {
	name: string;
	isDemo: boolean;
	answers: number;
	listed: number;
	raw: number;
	rawWithoutHunks: number;
	calls: number;
	missing: number;
};

async function measure(machine: Machine): Promise<Measured[]> {
	const {corpus, folder, env} = machine;
	const reads: Read[] = [];
	let defined = 0;
	for await (const place of placesOf(corpus, folder, env)) {
		const {read, definitionTokens} = await work(place, machine);
		reads.push(read);
		defined = definitionTokens;
	}
	const recorded = reads.filter(({isDemo}) => !isDemo);
	const one = (figure: Figure, value: number, detail: string): Measured => ({figure, of: '', value, detail});
	const tokens = ({answers, raw}: Read) => `${answers} / ${raw} tokens`;
	return [
		one(definitions, defined / mostDefinitionTokens, `${defined} / ${mostDefinitionTokens} tokens`),
		...(recorded.length === 0 ? [] : comparisons(recorded)),
		...reads.filter(({isDemo}) => isDemo).map(read => one(demo, read.answers / read.raw, tokens(read))),
		one(
			missing,
			total(reads, read => read.missing),
			`${reads.length} pull requests`,
		),
		one(calls, median(reads.map(each => each.calls)), ''),
	];
}

const total = (reads: readonly Read[], value: (read: Read) => number) =>
	reads.reduce((sum, read) => sum + value(read), 0);

/** What has bounds, because it is of real pull requests. */
function comparisons(reads: readonly Read[]): Measured[] {
	const detail = reads.map(({name, answers, raw}) => `${name} ${answers}/${raw}`).join(', ');
	const [answers, raw] = [total(reads, read => read.answers), total(reads, read => read.raw)];
	return [
		{figure: half, of: '', value: median(reads.map(read => read.answers / read.raw)), detail},
		{figure: sum, of: '', value: answers / raw, detail: `${answers} / ${raw} tokens`},
		{figure: list, of: '', value: median(reads.map(read => read.listed / read.rawWithoutHunks)), detail: ''},
	];
}

/** The demo, and the whole pull requests of a corpus. */
async function* placesOf(corpus: string | null, folder: string, env: Machine['env']): AsyncGenerator<Place> {
	const {place, review} = await setStage({folder, recording: demoRecording, env});
	const text = readFileSync(review, 'utf8');
	yield {name: 'demo', isDemo: true, folder: place.cwd, from: review, pullRequest: parseRecording(text, review)};
	if (corpus === null) return;
	const {cases, content} = openCorpus(corpus, {kinds: ['pull'], limit: null});
	for (const candidate of cases) {
		const root = join(folder, candidate.id);
		const comments = await makeRepository(candidate, content, root, {env, signal: new AbortController().signal});
		const from = join(folder, `${candidate.id}.json`);
		writeFileSync(from, JSON.stringify(comments));
		const pullRequest = parseRecording(JSON.stringify(comments), candidate.id);
		yield {name: candidate.id, isDemo: false, folder: root, from, pullRequest};
	}
}

/** A scripted agent: it lists all, applies, and looks at what is left for it. */
async function work(
	{name, isDemo, folder, from, pullRequest}: Place,
	{node, cli, env}: Machine,
): Promise<{read: Read; definitionTokens: number}> {
	const known = Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
	const client = new Client({name: 'bench', version: '0.0.0'});
	const args = [cli(), 'mcp', '--from', from];
	await client.connect(
		new StdioClientTransport({command: node, args, cwd: folder, env: Object.fromEntries(known), stderr: 'ignore'}),
	);
	let made = 0;
	const call = async (tool: string, input: Record<string, unknown>): Promise<string> => {
		made += 1;
		const {content} = await client.callTool({name: tool, arguments: input});
		return content.map(part => (part.type === 'text' ? part.text : '')).join('\n');
	};
	try {
		const {tools} = await client.listTools();
		const definitionTokens = countTokens(JSON.stringify(tools));
		const listed = await whole(cursor => call('list_findings', {max_tokens: 50_000, ...cursor}));
		const applied = await call('apply', {});
		const settled = new Set(idsIn(applied));
		const rows = listed.split('\n').filter(row => !/ (?:already-applied|declined)[ :(]/.test(row));
		const open = idsIn(rows.join('\n')).filter(id => !settled.has(id));
		const shown = open.length === 0 ? '' : await call('show_finding', {ids: open.slice(0, 200), max_tokens: 50_000});
		const answers = [listed, applied, shown].reduce((total, text) => total + countTokens(text), 0);
		const all = idsIn(
			await whole(cursor => call('list_findings', {filter: everything, max_tokens: 50_000, ...cursor})),
		);
		const reported = await findingsOf({folder, from}, {node, cli, env});
		const lost = reported.filter(id => !all.some(short => id.startsWith(short)));
		const [raw, rawWithoutHunks] = [rawThreads(pullRequest, true), rawThreads(pullRequest, false)].map(text =>
			countTokens(text),
		);
		const read = {name, isDemo, answers, raw: raw ?? 0, rawWithoutHunks: rawWithoutHunks ?? 0, missing: lost.length};
		return {read: {...read, listed: countTokens(listed), calls: made - 1}, definitionTokens};
	} finally {
		await client.close();
	}
}

/** Outcomes that the list only counts unless they are asked for, and all others. */
const everything =
	'is:applied,planned,already-applied,conflict,stale,failed,needs-person,needs-model,declined,not-actionable';

/** All pages of a list. */
async function whole(page: (cursor: {cursor?: string}) => Promise<string>): Promise<string> {
	const pages: string[] = [];
	for (let cursor: {cursor?: string} = {}; pages.length < 100; ) {
		const text = await page(cursor);
		pages.push(text);
		const next = /cursor:? (\S+)/.exec(text.trimEnd().split('\n').at(-1) ?? '')?.[1];
		if (next === undefined) break;
		cursor = {cursor: next};
	}
	return pages.join('\n');
}

/** Ids of all findings that the report has. */
async function findingsOf(
	{folder, from}: Pick<Place, 'folder' | 'from'>,
	{node, cli, env}: Pick<Machine, 'node' | 'cli' | 'env'>,
): Promise<string[]> {
	const how = {cwd: folder, env, signal: new AbortController().signal, timeoutMs: 120_000};
	const {stdout} = await runChild(node, [cli(), 'analyze', '--from', from, '--json'], how);
	const report: {findings: {id: string}[]} = JSON.parse(stdout.toString());
	return report.findings.map(({id}) => id);
}

const idsIn = (text: string): string[] => [...new Set(text.match(/^f[0-9a-f]{5,}(?= )/gm))];

/** What the query of an agent gives, as compact JSON. */
function rawThreads({reviewThreads}: PullRequest, hasHunks: boolean): string {
	const threads = reviewThreads.map(({id, isResolved, isOutdated, path, line, startLine, comments}) => ({
		...{id, isResolved, isOutdated, path, line, startLine},
		comments: comments.map(({nodeId, id: databaseId, body, author, createdAt, url, diffHunk}) => ({
			...{id: nodeId, databaseId, body, author: author && {login: author.login}, createdAt, url},
			...(hasHunks && {diffHunk}),
		})),
	}));
	return JSON.stringify(threads);
}
