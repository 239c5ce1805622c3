import * as z from 'zod/mini';
import type {Location, RootFiles} from '../code-host/port.ts';
import type {Client} from './client.ts';
import {queries, rootFilesQuery} from './queries.ts';
import {maybe} from './shape.ts';

const headShape = z.object({repository: z.object({pullRequest: z.object({headRefOid: z.string()})})});

const blobShape = z.object({text: maybe(z.string()), isTruncated: z._default(z.boolean(), false)});

const filesShape = z.object({
	repository: z.object({
		object: maybe(z.record(z.string(), maybe(z.object({mode: z.int(), object: maybe(blobShape)})))),
	}),
});

/** Modes of regular files: executable or not. */
const regularModes = [0o100644, 0o100755];

/** Files in the root folder of the head of a pull request; those that are not there are missing. @throws {Failure} */
export async function readRootFiles(
	client: Client,
	{owner, name, number}: Location,
	names: readonly string[],
): Promise<RootFiles> {
	const subject = {repository: `${owner}/${name}`, number};
	const overview = await client.query({
		document: queries.head,
		variables: {owner, name, number},
		shape: headShape,
		required: ['repository', 'pullRequest'],
		subject,
	});
	const {headRefOid: oid} = overview.data.repository.pullRequest;
	const {data} = await client.query({
		document: rootFilesQuery(names.length),
		variables: {owner, name, oid, ...Object.fromEntries(names.map((path, index) => [`path${index}`, path]))},
		shape: filesShape,
		required: ['repository'],
		subject,
	});
	const files = names.flatMap((path, index) => {
		const entry = data.repository.object?.[`file${index}`];
		if (!entry) return [];
		const isWhole = regularModes.includes(entry.mode) && entry.object?.isTruncated === false;
		return [{name: path, text: isWhole ? (entry.object?.text ?? null) : null}];
	});
	return {host: client.host.host, files};
}
