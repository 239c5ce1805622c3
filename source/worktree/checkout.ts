import {advise, again, Failure} from '../failure.ts';
import type {Git} from './git.ts';
import type {Repository} from './repository.ts';

/** The branch and the commit that HEAD is. */
export type Checkout = Pick<Repository, 'branch' | 'head'>;

/** What is checked out by now. */
export async function readCheckout(git: Git): Promise<Checkout> {
	const [commit, branch] = await Promise.all([
		git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
		git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']),
	]);
	const lineOf = ({code, stdout}: typeof commit) => (code === 0 ? stdout.toString().trim() : null);
	return {head: lineOf(commit), branch: lineOf(branch)};
}

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
