import type {DeliveryRequest} from '../delivery/request.ts';
import type {ExitCode} from '../exit-code.ts';
import {logWaits} from '../run/code-host.ts';
import type {OpenHead} from '../run/pull-request/open-head.ts';
import type {Flags, Invocation, Run} from './command.ts';
import type {pullRequestFlags} from './pull-request.ts';
import {usage} from './tokens.ts';

/** For the commands that can read a pull request without a clone. */
export const checkoutFlags = {
	noCheckout: {group: 'comments', help: 'read the files from GitHub too; needs no clone'},
} as const satisfies Flags;

type Given = typeof pullRequestFlags &
	typeof checkoutFlags & {from: {placeholder: string; group: 'comments'; help: string}};

/**
 * Runs a command on the head of the pull request: gives `work` the invocation with the project file of the head, and the
 * head. The folder that the command is called in is not touched.
 * @throws {Failure} usage `bad-flags`; as `withHead` and `resolveSettings`
 */
export async function atHead<Own extends Given>(
	command: string,
	invocation: Invocation<Own>,
	io: Parameters<Run>[1],
	work: (invocation: Invocation<Own>, head: OpenHead) => Promise<ExitCode>,
): Promise<ExitCode> {
	const {pr, owner, repo, from} = invocation.flags as Invocation<Given>['flags'];
	refuseRecording(command, {from});
	const {withHead} = await import('../run/pull-request/open-head.ts');
	return withHead({argument: null, pr, owner, repo}, logWaits(io), io, async head =>
		work({...invocation, settings: await invocation.settingsWith(head.project)}, head),
	);
}

/** A recording has no files. @throws {Failure} usage `bad-flags` */
export function refuseRecording(command: string, {from}: {from: string | null}): void {
	if (from === null) return;
	const message = '--from and --no-checkout cannot be combined: a recording has no files.';
	throw usage(command, 'bad-flags', message, 'Remove --no-checkout, and run the command in a clone.');
}

/** Without a working tree there is nothing to verify, to check or to keep. @throws {Failure} usage `bad-flags` */
export function refuseNeedsOfTree(command: string, {verify, hooks, commit, push}: DeliveryRequest): void {
	refuseTreeSteps(command, '--no-checkout', {verify, hooks, commit});
	if (push !== null) return;
	const message = '--no-checkout needs --push: without a working tree, changes can only be committed on GitHub.';
	throw usage(command, 'bad-flags', message, 'Pass --push too, or use analyze instead, which only looks.');
}

/** @param way what takes the steps without a working tree @throws {Failure} usage `bad-flags` */
export function refuseTreeSteps(
	command: string,
	way: string,
	{verify, hooks, commit}: Pick<DeliveryRequest, 'verify' | 'hooks' | 'commit'>,
): void {
	const fixup = commit !== null && typeof commit.split !== 'string';
	const needs = [...(verify ? ['--verify'] : []), ...(hooks ? ['--hooks'] : []), ...(fixup ? ['--fixup'] : [])];
	if (needs.length === 0) return;
	const message = `${way} and ${needs[0]} cannot be combined: there is no working tree.`;
	throw usage(command, 'bad-flags', message, `Remove ${needs[0]}, also from your settings, or run apply in a clone.`);
}
