import type {Clone} from '../../code-host/port.ts';
import {codeHostOf, logWaits} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {PullRequestSource} from '../pull-request/load.ts';
import {nameOf} from '../pull-request/name.ts';

/** The name of the pull request that is meant: `owner/name#7`. @throws {Failure} */
export async function locatePullRequest(source: PullRequestSource, clone: Clone, context: Context): Promise<string> {
	if ('read' in source) return nameOf(source.read);
	if ('from' in source) throw new Error('a recording is on no host');
	const connection = await codeHostOf(context).open(source, clone, context, logWaits(context));
	const {owner, name, number} = await connection.locate();
	return nameOf({owner, repo: name, number});
}
