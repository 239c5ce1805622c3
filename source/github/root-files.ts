import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {RootFiles} from '../code-host/port.ts';
import type {Client} from './client.ts';
import {headFilesQuery, rootFilesQuery} from './queries.ts';
import {listOf, maybe} from './shape.ts';

const blobShape = z.object({text: maybe(z.string()), isTruncated: z._default(z.boolean(), false)});

const filesShape = z.record(z.string(), maybe(z.object({mode: z.int(), object: maybe(blobShape)})));

const headShape = z.object({
	repository: z.object({
		pullRequest: z.object({
			headRefOid: z.string(),
			commits: listOf(z.object({commit: z.object({oid: z.string()}), files: filesShape})),
		}),
	}),
});

const commitShape = z.object({repository: z.object({object: maybe(filesShape)})});

/** Modes of regular files: executable or not. */
const regularModes = [0o100644, 0o100755];

/** Files in the root folder of the head of a pull request; those that are not there are missing. @throws {Failure} */
export async function readRootFiles(
	client: Client,
	{owner, name, number}: Location,
	names: readonly string[],
): Promise<RootFiles> {
	const about = {subject: {repository: `${owner}/${name}`, number}};
	const paths = Object.fromEntries(names.map((path, index) => [`path${index}`, path]));
	const {data} = await client.query({
		...about,
		document: headFilesQuery(names.length),
		variables: {owner, name, number, ...paths},
		shape: headShape,
		required: ['repository', 'pullRequest'],
	});
	const {headRefOid: oid, commits} = data.repository.pullRequest;
	const [last] = commits;
	const readHead = async () => {
		const {data} = await client.query({
			...about,
			document: rootFilesQuery(names.length),
			variables: {owner, name, oid, ...paths},
			shape: commitShape,
			required: ['repository'],
		});
		return data.repository.object;
	};
	const entries = last?.commit.oid === oid ? last.files : await readHead();
	const files = names.flatMap((path, index) => {
		const entry = entries?.[`file${index}`];
		if (!entry) return [];
		const isWhole = regularModes.includes(entry.mode) && entry.object?.isTruncated === false;
		return [{name: path, text: isWhole ? (entry.object?.text ?? null) : null}];
	});
	return {host: client.host.host, files};
}
