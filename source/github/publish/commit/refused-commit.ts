import type {CommitEnd, CommitOrder, FileChange} from '../../../code-host/commit-order.ts';
import type {Client} from '../../client.ts';
import type {Refusal} from '../../request.ts';
import type {Pace} from '../pace.ts';
import {refusedWrite} from '../refused-write.ts';

const isMoved =
	/Expected branch to point to "[0-9a-f]*" but it did not|is at [0-9a-f]+ but expected [0-9a-f]+|not a fast[ -]forward/i;

const isWorkflow = /refusing to allow .*workflow/is;

/** Of rulesets and of classic protection. The type of the error is certain only for the latter. */
const isRule =
	/rule violations? found|protected (?:branch|ref)|must be made through a pull request|GH006|GH013|must have verified signatures/i;

const isGone = /^Reference does not exist/im;

/** What a commit is sent with; `reader` repeats what failed for the moment, `writer` does not. */
export type CommitTools = {reader: Client; writer: Client; pace: Pace};

/** A commit that was tried once. */
export type TriedCommit = Exclude<CommitEnd, {kind: 'stale' | 'unknown'}> | UnclearCommit;

/** Only the branch tells whether the commit is there, or what is there in its place. */
export type UnclearCommit = {
	kind: 'unclear';
	/** If the branch is as it was. */
	otherwise: Extract<CommitEnd, {kind: 'stale' | 'unknown' | 'rejected'}>;
	/** The host ended the request because its upload took too long. */
	isTooSlow: boolean;
};

/**
 * How a commit ended that GitHub refused, by the words of the message where its type differs from server to server.
 * @param until when limits allow writing again, in milliseconds since the epoch
 */
export function refusedCommit({failure, status, errors}: Refusal, {expected}: CommitOrder, until: number): TriedCommit {
	const unclear = (otherwise: UnclearCommit['otherwise']): UnclearCommit => ({
		...{kind: 'unclear', otherwise},
		isTooSlow: status === 499,
	});
	const types = new Set(errors.map(({type}) => type));
	const text = errors.map(({message}) => message).join('\n');
	if (types.has('STALE_DATA') || isMoved.test(text)) return unclear({kind: 'stale', head: expected});
	if (isWorkflow.test(text)) return {kind: 'workflow', lines: linesIn(text)};
	if (types.has('BRANCH_PROTECTION_RULE_VIOLATION') || isRule.test(text)) {
		return {kind: 'declined', lines: linesIn(text)};
	}
	if (isGone.test(text)) return {kind: 'gone'};
	const refused = refusedWrite(failure, until);
	return refused.kind === 'unknown' || refused.kind === 'rejected' ? unclear(refused) : refused;
}

const linesIn = (text: string) => [...new Set(text.split('\n').map(line => line.trim()))].filter(Boolean);

/** The permissions that a commit of these files needs. */
export const neededBy = (files: readonly FileChange[]) =>
	files.some(({path}) => path.startsWith('.github/workflows/'))
		? 'contents: write, workflows: write'
		: 'contents: write';
