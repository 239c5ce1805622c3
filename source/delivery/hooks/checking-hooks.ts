import {Failure, type Remedy} from '../../failure.ts';
import {isMemoryFile} from '../../resolve/memory-file.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {someNames} from '../../text/sentences.ts';
import {pendingEdits} from '../../worktree/commit/pending.ts';
import {type CheckingHook, findHooks, type Hook, type HookStep, isChecking} from '../../worktree/hooks/find-hooks.ts';
import {hashAt} from '../../worktree/images.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf, hasTree, type Repository, type Worktree} from '../../worktree/repository.ts';
import {commandEnvironment} from '../../worktree/verify/environment.ts';
import {readTreeState, type TreeState} from '../../worktree/verify/tree-state.ts';
import type {Delivery} from '../delivery.ts';
import type {OfferedHooks} from '../offer/offered.ts';
import type {DeliveryRequest} from '../request.ts';
import {heldBackOf} from '../verify/verification.ts';
import {plannedHook} from './hook-run.ts';

/** The hooks that `--hooks` runs in these steps. */
export async function hooksFor(
	steps: readonly HookStep[],
	repository: Worktree,
	context: Context,
): Promise<CheckingHook[]> {
	const git = gitOf(repository, {...context, offline: true});
	return (await findHooks(git, repository, steps)).filter(isChecking);
}

/** Whether a request runs a hook that is here. */
export async function runsHooks(
	{hooks, push}: Pick<DeliveryRequest, 'hooks' | 'push'>,
	repository: Repository,
	context: Context,
): Promise<boolean> {
	if (!hooks || !hasTree(repository)) return false;
	return (await hooksFor(momentsOf({push}), repository, context)).length > 0;
}

/** The steps of a request in which git runs hooks. */
const momentsOf = ({push}: {push: object | null}): HookStep[] => (push ? ['commit', 'push'] : ['commit']);

/** What code of the pull request would run: its environment, and the hooks, after a preview of commit and push. */
export async function* previewCodeRuns(
	{request: {verify, hooks}, repository, state}: Delivery,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {commitPreview, pushPreview} = state();
	const steps = momentsOf({push: pushPreview}).filter(step => step === 'push' || commitPreview.messages.length > 0);
	const found = hooks ? await hooksFor(steps, repository, context) : [];
	const request = verify || (found.length > 0 && hooks);
	if (request) {
		const environment = await commandEnvironment(context.env, request.variables);
		yield {type: 'facts', facts: {heldBack: heldBackOf(environment, request)}};
	}
	if (!hooks) return;
	for (const {name} of found) yield {type: 'hook', hook: plannedHook(name, hooks)};
}

/** Names the hooks that `git commit` and `git push` would have run here, and that a request does not run, unless it refuses them. */
export async function* warnOfHooks(
	{hooks: asked, push}: Pick<DeliveryRequest, 'hooks' | 'push'>,
	repository: Worktree,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (asked === false) return;
	const git = gitOf(repository, {...context, offline: true});
	const hooks = await findHooks(git, repository, momentsOf({push}));
	const active = hooks.filter(({isExecutable}) => isExecutable);
	const texts = asked
		? [
				skipped(active.filter(hook => !isChecking(hook))),
				skipped(
					hooks.filter(({isExecutable}) => !isExecutable),
					', because git runs only executable files',
				),
			]
		: [skipped(active, offer(active.filter(isChecking), active))];
	for (const text of texts.filter(Boolean))
		yield {type: 'warning', warning: {kind: 'hooks-skipped', commentId: null, text}};
}

/** Empty if there are none. */
function skipped(hooks: readonly Hook[], more = ''): string {
	if (hooks.length === 0) return '';
	const names = hooks.map(({name}) => name).join(', ');
	return `${hooks.length === 1 ? 'this hook was' : 'these hooks were'} not run: ${names}${more}`;
}

/** What `--hooks` would have run of them. */
function offer(checking: readonly Hook[], all: readonly Hook[]): string {
	if (checking.length === 0) return '';
	const names = checking.map(({name}) => name).join(', ');
	const what = checking.length < all.length ? names : all.length === 1 ? 'it' : 'them';
	return ` (--hooks runs ${what})`;
}

/**
 * The working tree without what a commit would take along of earlier runs, and without the files that are as this run wrote
 * them; null if git cannot read it.
 * @param run id; null if it has written nothing
 */
export async function besideRuns(
	repository: Worktree,
	context: Context,
	run: string | null = null,
): Promise<TreeState | null> {
	const {root, records} = repository;
	const git = gitOf(repository, {...context, offline: true});
	const state = await readTreeState(git);
	if (!state) return null;
	const journal = openJournal(records, context);
	const ours = new Set<string>();
	for (const {path, after} of run === null ? [] : (await journal.read(run)).files) {
		if ((await hashAt(root, path)) === after) ours.add(path);
	}
	const known = ours.union(new Set(state.untracked));
	// A commit takes along only what git tracks.
	const isKnown = state.changed.every(path => known.has(path));
	const {whole} = isKnown ? {whole: []} : await pendingEdits(git, root, journal, run);
	for (const path of whole) ours.add(path);
	return {...state, changed: state.changed.filter(path => !ours.has(path))};
}

/**
 * Why hooks cannot be run: they look at the files of the working tree, so these may have nothing that the commit has not.
 * Files that git does not track are no obstacle, as for git, and neither is what a person has declined for good meanwhile. Null if
 * nothing keeps them from being run.
 * @throws {Failure} `git-failed`
 */
export function otherEdits(state: TreeState | null): string | null {
	if (!state) throw new Failure('failed', 'git-failed', 'git could not read the state of the working tree.');
	const others = state.changed.filter(path => !state.untracked.includes(path) && !isMemoryFile(path));
	if (others.length === 0) return null;
	return `--hooks needs a working tree without other uncommitted edits, and there are some in ${someNames(others)}.`;
}

/** The same before anything is applied. @throws {Failure} usage `other-edits`; `git-failed` */
export function refuseOtherEdits(state: TreeState | null): void {
	const text = otherEdits(state);
	if (text === null) return;
	const remedy = 'Commit or stash them first, or turn off --hooks.';
	throw new Failure('usage', 'other-edits', `${text} Nothing was applied.`, remedy);
}

/** The hooks that would be run, and why they cannot be; `unfit` is null if they can. @throws {Failure} */
export async function offerHooks(
	{repository, runId, request}: Delivery,
	context: Context,
): Promise<OfferedHooks & {unfit: {reason: string; remedy: Remedy} | null}> {
	const found = (await hooksFor(['commit', 'push'], repository, context)).map(({name}) => name);
	const there = {commit: found.filter(name => name !== 'pre-push'), push: found.filter(name => name === 'pre-push')};
	const areThere = found.length > 0;
	const run = request.hooks ? there : {commit: [], push: []};
	const reason = request.hooks && areThere ? otherEdits(await besideRuns(repository, context, runId)) : null;
	const unfit = reason === null ? null : {reason, remedy: 'Commit or stash them.'};
	return {...run, areThere, strangers: null, unfit};
}
