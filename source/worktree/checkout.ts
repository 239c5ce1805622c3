import {advise, again, Failure} from '../failure.ts';
import {type Git, outputOf} from './git.ts';

/** The branch and the commit that HEAD is. */
export type Checkout = {
	/** Short name; null when HEAD is detached. */
	branch: string | null;
	/** Object id of HEAD; null on a branch without a commit. */
	head: string | null;
};

/** What `git rev-parse` is asked for to tell what is checked out; it fails after the other lines if there is no commit. */
export const checkoutArgs = ['HEAD^{commit}', '--symbolic-full-name', 'HEAD'];

/** @param lines what git answered to {@link checkoutArgs}; null if it failed */
export async function checkoutOf(git: Git, lines: readonly string[] | null): Promise<Checkout> {
	const [head = null, ref = await currentRef(git)] = lines ?? [];
	return {head, branch: branchOf(ref)};
}

/** What is checked out by now. */
export async function readCheckout(git: Git): Promise<Checkout> {
	const lines = await outputOf(git, 'rev-parse', ...checkoutArgs);
	return checkoutOf(git, lines?.split('\n') ?? null);
}

/** The branch of the working tree, `refs/heads/main`; `HEAD` without a branch. */
export async function currentRef(git: Git): Promise<string> {
	return (await outputOf(git, 'symbolic-ref', '--quiet', 'HEAD')) ?? 'HEAD';
}

/** The short name of a branch; null of another ref. git's own `--short` says `heads/main` where a tag is called `main`. */
export const branchOf = (ref: string) => /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null;

export const isSameCheckout = (one: Checkout, other: Checkout) =>
	one.branch === other.branch && one.head === other.head;

const nameOfBranch = (branch: string | null) => branch ?? 'a detached HEAD';

/** What a person did meanwhile: `you switched from feature to side`. */
export function describeMove(was: Checkout, now: Checkout): string {
	const [from, to] = [was, now].map(({branch}) => nameOfBranch(branch));
	if (from !== to) return `you switched from ${from} to ${to}`;
	const [before, after] = [was, now].map(({head}) => head?.slice(0, 10) ?? 'no commit');
	return `${to} moved from ${before} to ${after}`;
}

/** Another branch or commit is checked out than what a run began on, and nothing was written. */
export class CheckoutMoved extends Failure {
	readonly was: Checkout;
	readonly now: Checkout;

	constructor(was: Checkout, now: Checkout) {
		const back = was.branch === null || was.branch === now.branch ? '' : `Run: git switch ${was.branch}, or `;
		const code = was.branch === now.branch ? 'branch-moved' : 'branch-switched';
		const message = `Nothing was written: ${describeMove(was, now)} meanwhile.`;
		super('needsPerson', code, message, advise`${back}${again}.`);
		this.was = was;
		this.now = now;
	}
}

/** @throws {CheckoutMoved} if something else is checked out by now */
export async function requireCheckout(git: Git, {branch, head}: Checkout): Promise<void> {
	const now = await readCheckout(git);
	if (!isSameCheckout({branch, head}, now)) throw new CheckoutMoved({branch, head}, now);
}

/** What is checked out once a branch, `refs/heads/main`, has these commits, oldest first; null if there are none. */
export function checkoutAfter(ref: string, commits: readonly {oid: string}[]): Checkout | null {
	const last = commits.at(-1);
	return last ? {branch: ref.replace('refs/heads/', ''), head: last.oid} : null;
}
