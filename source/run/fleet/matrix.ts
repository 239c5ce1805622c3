import type {FoundPull} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {fewestShards} from './shard.ts';

/** A job for each pull request, for `strategy.matrix` of a workflow. It has nothing that a stranger can name. */
export type Matrix = {include: {owner: string; repository: string; number: number; share: string}[]};

/** GitHub starts no more jobs of one matrix. Source: docs.github.com, "Running variations of jobs in a workflow". */
export const mostJobs = 256;

/**
 * @param pulls those of this shard
 * @param share of the limits on writes that each job may use; null: an equal one
 * @param ofAllShards those of all shards, from which the remedy computes how many shards are needed
 * @throws {Failure} usage `matrix-too-big`, `several-hosts`
 */
export function makeMatrix(
	pulls: readonly FoundPull[],
	share: string | null,
	ofAllShards: readonly FoundPull[],
): Matrix {
	const hosts = [...new Set(pulls.map(({host}) => host))];
	if (hosts.length > 1) throw severalHosts(hosts);
	if (pulls.length > mostJobs) throw tooBig(pulls.length, fewestShards(ofAllShards, mostJobs));
	return {
		include: pulls.map(({owner, name, number}) => ({
			owner,
			repository: name,
			number,
			share: share ?? `1/${pulls.length}`,
		})),
	};
}

const tooBig = (rows: number, shards: number) =>
	new Failure(
		'usage',
		'matrix-too-big',
		`A matrix has at most ${mostJobs} jobs, but there are ${rows} pull requests.`,
		`Make ${shards} matrices, with --shard 1/${shards} and so on to --shard ${shards}/${shards}.`,
	);

/** A job has a token for the host of its workflow only, and another repository can have the same name there. */
const severalHosts = (hosts: readonly string[]) =>
	new Failure(
		'usage',
		'several-hosts',
		`The pull requests are on ${hosts.join(' and ')}, and the jobs of a matrix are for one host.`,
		'Make a matrix for each host.',
	);
