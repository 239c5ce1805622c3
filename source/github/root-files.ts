import * as z from 'zod/mini';
import type {RootFile} from '../code-host/lists.ts';
import type {Location} from '../code-host/location.ts';
import type {Client} from './client.ts';
import {headFilesQuery, rootFilesQuery} from './queries.ts';
import {aboutPullRequest} from './request.ts';
import {listOf, maybe} from './shape.ts';

const blobShape = z.object({text: maybe(z.string()), isTruncated: z._default(z.boolean(), false)});

export const treeEntryShape = z.object({mode: z.int(), object: maybe(blobShape)});

export const commitFilesShape = z.record(z.string(), maybe(treeEntryShape));

const headShape = z.object({
	repository: z.object({
		pullRequest: z.object({
			headRefOid: z.string(),
			commits: listOf(z.object({commit: z.object({oid: z.string()}), files: commitFilesShape})),
		}),
	}),
});

const commitShape = z.object({repository: z.object({object: maybe(commitFilesShape)})});

/** Modes of regular files: executable or not. */
export const regularModes = [0o100644, 0o100755];

/** Files in the root folder of the head of a pull request; those that are not there are missing. @throws {Failure} */
export async function readRootFiles(client: Client, location: Location, names: readonly string[]): Promise<RootFile[]> {
	const {variables, ...about} = aboutPullRequest(location);
	const {data} = await client.query({
		...about,
		document: headFilesQuery(names.length),
		variables: {...variables, ...pathVariables(names)},
		shape: headShape,
	});
	const {headRefOid, commits} = data.repository.pullRequest;
	return readFilesOf(client, location, headRefOid, commits[0] ?? null, names);
}

/** The last commit of a pull request, and files of it. */
type LastCommit = {commit: {oid: string}; files: z.infer<typeof commitFilesShape>};

/** The files of the head, from the last commit if that is it, otherwise with another request. @throws {Failure} */
export async function readFilesOf(
	client: Client,
	{owner, name, number}: Location,
	oid: string,
	last: LastCommit | null,
	names: readonly string[],
): Promise<RootFile[]> {
	if (last?.commit.oid === oid) return filesIn(last.files, names);
	const {data} = await client.query({
		document: rootFilesQuery(names.length),
		variables: {owner, name, oid, ...pathVariables(names)},
		shape: commitShape,
		required: ['repository'],
		subject: {repository: `${owner}/${name}`, number},
	});
	return filesIn(data.repository.object, names);
}

/** Variables with the names of files, for the documents that have so many. */
export const pathVariables = (names: readonly string[]): Record<string, string> =>
	Object.fromEntries(names.map((path, index) => [`path${index}`, path]));

function filesIn(entries: z.infer<typeof commitFilesShape> | null, names: readonly string[]): RootFile[] {
	return names.flatMap((path, index) => {
		const entry = entries?.[`file${index}`];
		if (!entry) return [];
		const isWhole = regularModes.includes(entry.mode) && entry.object?.isTruncated === false;
		return [{name: path, text: isWhole ? (entry.object?.text ?? null) : null}];
	});
}
