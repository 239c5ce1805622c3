import {text} from 'node:stream/consumers';
import {listFleet} from '../headless/fleet-run.ts';
import type {FleetFilters} from '../run/fleet/fleet-list.ts';
import {readScopes} from '../run/fleet/read-scopes.ts';
import type {Shard} from '../run/fleet/shard.ts';
import {logins} from '../settings/kind.ts';
import type {CommandSpec, Flags, FlagValues, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {pastMoment, readFlag, wholeNumber} from './flag-value.ts';
import {jsonFlag} from './flags.ts';
import {listFlags} from './list-flags.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

/** Which pull requests of the scopes. */
const filterFlags = {
	maxPrs: {group: 'fleet', type: 'text', placeholder: '<n>', help: 'limit to the n that were updated last'},
	...listFlags,
	excludeDrafts: {group: 'fleet', type: 'boolean', help: 'exclude drafts'},
	includeArchived: {group: 'fleet', type: 'boolean', help: 'list archived repositories too'},
	shard: {
		group: 'fleet',
		type: 'text',
		placeholder: '<i/n>',
		help: 'limit to part i of n; the parts have no pull request in common',
	},
} as const satisfies Flags;

export const spec = {
	positionals: [
		{
			name: 'scope',
			help: 'organization or user, owner/name, URL, @file with one a line, or - for stdin',
			isRepeated: true,
			acceptsStdin: true,
		},
	],
	isElsewhere: true,
	about: 'It lists open pull requests and how many review threads they have, without reading them whole.',
	flags: {
		...filterFlags,
		matrix: {group: 'output', type: 'boolean', help: 'print a job for each as JSON, for strategy.matrix of a workflow'},
		summary: {group: 'output', type: 'text', placeholder: '<file>', help: 'append the result as Markdown to a file'},
		...jsonFlag,
	},
	exits: {
		0: 'done: everything could be read, also if there is nothing to do',
		...hostExits,
		1: 'failed: a repository or a page could not be read',
	},
	examples: [
		{line: 'pr-resolve fleet acme', help: 'list the pull requests of an organization'},
		{line: 'pr-resolve fleet acme/api acme/web --exclude-drafts', help: 'list those of two repositories'},
		{line: 'pr-resolve fleet @repositories.txt --updated-since 7d --json', help: 'list what changed in a week'},
		{line: 'pr-resolve fleet acme --matrix', help: 'print the jobs of a workflow'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	const terminal = terminalOf(invocation, io);
	if (flags.matrix && flags.includeArchived) throw cannotCombine('--matrix', '--include-archived');
	const filters = filtersOf(flags, io.now());
	const shard = readFlag('fleet', flags, 'shard', shardKind, null);
	const words = positionals.flatMap(word => word ?? []);
	const scopes = await readScopes(words, () => text(io.stdin), io);
	const {matrix: isMatrix, summary: summaryFile} = flags;
	const output = flags.json ? 'json' : 'text';
	return listFleet({scopes, filters, shard, isMatrix, output, summaryFile}, terminal, io);
};

/** @param now in milliseconds since the epoch @throws {Failure} usage `bad-value` */
function filtersOf(flags: FlagValues<typeof filterFlags>, now: number): FleetFilters {
	const {prAuthor, excludeDrafts, includeArchived} = flags;
	return {
		authors: prAuthor.length === 0 ? [] : readFlag('fleet', flags, 'prAuthor', logins, []),
		updatedSince: readFlag('fleet', flags, 'updatedSince', pastMoment(now), null),
		maxPrs: readFlag('fleet', flags, 'maxPrs', wholeNumber(1), null),
		excludeDrafts,
		includeArchived,
	};
}

/** More parts than GitHub starts jobs for one matrix cannot run. */
const mostShards = 256;

const shardKind = {
	accepted: `i/n with i from 1 to n, and n up to ${mostShards}`,
	read: (raw: unknown): Shard | undefined => {
		const [, index = 0, of = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(String(raw)) ?? []).map(Number);
		return index > 0 && index <= of && of <= mostShards ? {index, of} : undefined;
	},
};

const cannotCombine = (one: string, other: string) =>
	usage('fleet', 'bad-flags', `${one} and ${other} cannot be combined.`, 'Pass only one of them.');
