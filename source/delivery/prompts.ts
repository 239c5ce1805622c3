import type {Context} from '../run/context.ts';
import {openWorktree} from '../run/worktree.ts';
import {type Checkout, CheckoutMoved, describeMove, isSameCheckout} from '../worktree/checkout.ts';
import type {Committer} from '../worktree/commit/identity.ts';
import type {Worktree} from '../worktree/repository.ts';

export type AboutQuestion = {
	warning?: string;
	/** What the question is about, as a unified diff. */
	diff?: string;
};

/** The person at the terminal, while steps are taken. */
export type Prompts = {
	/**
	 * Lets git ask in the terminal, such as for a passphrase, while it does the work; resolves and rejects as the work does.
	 * @param what it does, for whom it asks: `push to octo/app feature`
	 */
	lend: <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;
	/** Asks a question; only a yes is true. @param about what to know before the answer @throws the signal's reason */
	confirm: (question: string, signal: AbortSignal, about?: AboutQuestion) => Promise<boolean>;
	/** Whether they have said yes beforehand to all that the plan announces (`--yes`). */
	hasAgreed: boolean;
};

/** Work that signs a commit if the user signs commits. A person who can be asked may take their time. */
export const mayAskToSign = <Result>(
	prompts: Prompts | null,
	committer: Committer,
	work: (committer: Committer) => Promise<Result>,
): Promise<Result> =>
	prompts !== null && committer.isSigned
		? prompts.lend('sign the commit', () => work({...committer, signatureMs: null}))
		: work(committer);

/**
 * The working tree as it is by now, if a person agrees to go on there; null if nobody does. Nothing is locked meanwhile.
 * @param was what was checked out when the person last knew
 * @param verb what would be done: `Write to`
 */
export async function agreeOnCheckout(
	was: Checkout,
	verb: string,
	prompts: Prompts | null,
	context: Context,
): Promise<Worktree | null> {
	const now = await openWorktree(context);
	if (isSameCheckout(was, now)) return now;
	if (prompts === null) return null;
	const again = was.branch === now.branch ? ' as it is now' : '';
	const question = `${verb} ${now.branch ?? 'a detached HEAD'}${again}?`;
	const ask = () => prompts.confirm(question, context.signal, {warning: `Meanwhile, ${describeMove(was, now)}.`});
	return (await (context.lock ? context.lock.whileFree(ask) : ask())) ? now : null;
}

/** The same after a write that did not begin. @throws the error, if it is another one or nobody agrees */
export async function agreeToWrite(error: unknown, prompts: Prompts | null, context: Context): Promise<Worktree> {
	const now = error instanceof CheckoutMoved ? await agreeOnCheckout(error.was, 'Write to', prompts, context) : null;
	if (now === null) throw error;
	return now;
}
