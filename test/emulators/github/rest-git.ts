import {GraphQLError} from 'graphql';
import {openBare} from './bare.ts';
import {branchesOf} from './branches.ts';
import type {Answer} from './faults.ts';
import type {TreeEntry} from './trees.ts';
import type {Viewer, World} from './world.ts';

export type RestRequest = {method: string; path: string; body: Readonly<Record<string, unknown>>};

export type RestAnswer = Omit<Answer, 'headers'> & Partial<Pick<Answer, 'headers'>>;

/** The Git Data API: blobs, trees and commits are stored, references moved. */
export function answerGit(world: World, viewer: Viewer, {method, path, body}: RestRequest): RestAnswer {
	const [, owner, name, what, rest = ''] = /\/repos\/([^/]+)\/([^/]+)\/git\/(\w+)(?:\/(.*))?$/.exec(path) ?? [];
	const route = `${method} ${what}`;
	if (!owner || !name) return refused(404, 'Not Found');
	try {
		return answers[route]?.(world, viewer, {repository: `${owner}/${name}`, rest, body}) ?? refused(404, 'Not Found');
	} catch (error) {
		if (!(error instanceof GraphQLError)) throw error;
		const statuses: Record<string, number> = {FORBIDDEN: 403, NOT_FOUND: 404, BRANCH_PROTECTION_RULE_VIOLATION: 409};
		return refused(statuses[String(error.extensions.type)] ?? 422, error.message);
	}
}

const refused = (status: number, message: string): RestAnswer => ({status, body: {message, status: String(status)}});
const created = (body: object): RestAnswer => ({status: 201, body});

type Asked = {repository: string; rest: string; body: RestRequest['body']};

const answers: Readonly<Record<string, (world: World, viewer: Viewer, asked: Asked) => RestAnswer>> = {
	'POST blobs': (world, viewer, {repository, body}) => {
		const {folder} = writable(world, viewer, repository);
		const {content, encoding} = body as {content: string; encoding: BufferEncoding};
		return created({sha: openBare(folder).blob(Buffer.from(content, encoding))});
	},
	'POST trees': (world, viewer, {repository, body}) => {
		const bare = openBare(writable(world, viewer, repository).folder);
		const {base_tree: base = null, tree} = body as {base_tree?: string; tree: TreeEntry[]};
		if (tree.length > mostEntries) return refused(422, 'Sorry, your request timed out.');
		const missing = tree.find(({sha}) => bare.typeOf(sha) !== 'blob');
		if (missing) return refused(422, `GitRPC::BadObjectState: ${missing.path}`);
		return created({sha: bare.tree(base, tree)});
	},
	'POST commits': (world, viewer, {repository, body}) => {
		const {folder, nameWithOwner} = writable(world, viewer, repository);
		const {message, tree, parents, ...more} = body as {message: string; tree: string; parents: string[]};
		const isSigned = viewer.isApp && Object.keys(more).length === 0;
		const sha = branchesOf(world, viewer).store(openBare(folder), {message, tree, parents}, isSigned);
		const verification = {verified: isSigned, reason: isSigned ? 'valid' : 'unsigned'};
		return created({sha, html_url: `https://github.com/${nameWithOwner}/commit/${sha}`, verification});
	},
	'PATCH refs': (world, viewer, {repository, rest, body}) => {
		const branches = branchesOf(world, viewer);
		const after = String(body.sha);
		const ref = `refs/${rest.split('/').map(decodeURIComponent).join('/')}`;
		branches.update(branches.find(repository), ref, {before: null, after});
		return {status: 200, body: {ref, object: {sha: after}}};
	},
};

/** Above it, GitHub's own requests time out. */
const mostEntries = 1000;

function writable(world: World, viewer: Viewer, repository: string) {
	if (viewer.permissions.contents !== 'write') {
		throw new GraphQLError('Resource not accessible by integration', {extensions: {type: 'FORBIDDEN'}});
	}
	return branchesOf(world, viewer).find(repository);
}
