import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {runSync} from '../../child.ts';
import {isGit, lookAt} from '../reviewed-tree.ts';
import {branch, type HostedClone} from './hosted-clone.ts';
import {culprit} from './stage.ts';

/** All that a run has left, in the working tree, in git, on the host and in its journal, by what it is. */
export function stateOf({root, bare, base, gitHub, env}: HostedClone): Map<string, string> {
	const git = (...args: string[]) => runSync('git', args, {cwd: root, env});
	const made = git('rev-list', '--reverse', `${base}..HEAD`).split('\n').filter(Boolean);
	const names = new Map([
		[base, '<base>'],
		...made.map((oid, index): [string, string] => [oid, `<commit ${index + 1}>`]),
	]);
	const same = (text: string) =>
		text.replace(/\b[0-9a-f]{40}\b/g, oid => names.get(oid) ?? oid).replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '<run>');
	const format = '--format=tree %T%nparent %P%nauthor %an <%ae>%ncommitter %cn <%ce>%n%B';
	const {reviewThreads, comments} = gitHub.world.pullRequests[0]!;
	return new Map([
		...[...lookAt(root, path => !isGit(path))].map(([path, content]): [string, string] => [`file ${path}`, content]),
		['branch', git('symbolic-ref', 'HEAD')],
		['tree', git('rev-parse', 'HEAD^{tree}')],
		['commits', same(git('log', '--reverse', format, `${base}..HEAD`))],
		['index', git('ls-files', '--stage')],
		['status', git('status', '--porcelain=v2')],
		[
			'pushed',
			runSync('git', ['rev-parse', branch], {cwd: bare, env}) === git('rev-parse', 'HEAD') ? 'all' : 'not all',
		],
		...reviewThreads.map(({id, comments}): [string, string] => [`replies ${id}`, same(wordsIn(comments))]),
		...reviewThreads.map(({id, isResolved, comments}): [string, string] => [
			`thread ${id}`,
			`${comments.length} comments, ${isResolved ? 'resolved' : 'open'}`,
		]),
		['comments', same(wordsIn(comments))],
		['open steps', openSteps(root).join('\n')],
		...leftOver(root).map((path): [string, string] => [`left over: ${path}`, '']),
	]);
}

/** What differs if the same content is in two commits instead of one. */
export const namesCommits = (what: string) => what === 'commits' || what.startsWith('replies ');

/** What is said of the change that breaks the command. */
export const isOfCulprit = (what: string) => what.endsWith(` ${culprit}`);

const wordsIn = (comments: readonly {body: string; thumbs?: string[]}[]) =>
	comments.map(({body, thumbs = []}) => [body, ...thumbs].join('\n')).join('\n\n');

type Record = {phase: string; publication: {key: string; state: string}[]};

/** What runs have not done. */
function openSteps(root: string): string[] {
	const folder = join(root, '.git/pr-resolve/runs');
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.map(id => join(folder, id, 'run.json'))
		.filter(existsSync)
		.map(path => JSON.parse(readFileSync(path, 'utf8')) as Record)
		.flatMap(({phase, publication}) => {
			const open = publication.filter(({state}) => state === 'intended' || state === 'unknown');
			return [
				...(/^(?:writing|undoing)$/.test(phase) ? [phase] : []),
				...(phase === 'undone' ? [] : open.map(({key}) => key)),
			];
		});
}

/** Locks and temporary files that outlived what made them. */
const leftOver = (root: string): string[] => [...lookAt(root, path => /\.(?:lock|tmp)$/.test(path)).keys()];
