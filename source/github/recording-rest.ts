import * as z from 'zod/mini';
import type {PullRequest} from '../review/comment.ts';
import {type PullRequestAddress, parsePullRequestUrl} from './repository-url.ts';
import {type RestComment, restCommentShape} from './rest-comment.ts';
import {threadsOf} from './rest-threads.ts';

const notPartOfIt =
	'A recording of review comments does not include review bodies, issue comments and the resolved state.';

/** Reads an array of REST review comments. Throws a ZodError with the place. */
export function readRestRecording(value: unknown[]): PullRequest {
	const comments = z.array(restCommentShape).parse(value);
	const incomplete: string[] = [];
	const {host, owner, name, number} = commonAddress(comments);
	const isWhole = host && owner && name && number;
	return {
		host: host ?? 'github.com',
		owner,
		repo: name,
		number,
		url: isWhole ? `https://${host}/${owner}/${name}/pull/${number}` : null,
		title: null,
		state: null,
		author: null,
		headRefOid: null,
		headRefName: null,
		headRepository: null,
		baseRefName: null,
		source: {kind: 'recording'},
		reviewThreads: threadsOf(distinct(comments, incomplete)),
		reviews: [],
		comments: [],
		files: null,
		completeness: {pages: 0, incomplete, notInApi: [notPartOfIt]},
	};
}

type CommonAddress = {[Key in keyof PullRequestAddress]: PullRequestAddress[Key] | null};

/** The address parts that are the same in all comments: a list for a whole repository has several numbers. */
function commonAddress(comments: RestComment[]): CommonAddress {
	const addresses = comments.flatMap(
		({html_url, pull_request_url}) =>
			parsePullRequestUrl(html_url ?? '') ?? parsePullRequestUrl(pull_request_url ?? '') ?? [],
	);
	const agreed = <Key extends keyof PullRequestAddress>(key: Key) => {
		const [value = null, ...others] = new Set(addresses.map(address => address[key]));
		return others.length === 0 ? value : null;
	};
	return {host: agreed('host'), owner: agreed('owner'), name: agreed('name'), number: agreed('number')};
}

/** A list that was fetched in pages can contain a comment twice; two texts under one id are reported. */
function distinct(comments: RestComment[], incomplete: string[]): RestComment[] {
	const byId = new Map<string, RestComment>();
	for (const comment of comments) {
		const earlier = byId.get(comment.id);
		if (earlier && earlier.body !== comment.body) {
			incomplete.push(`The comment ${comment.id} appears with two different texts; the later one is used.`);
		}
		byId.set(comment.id, comment);
	}
	return [...byId.values()];
}
