import {type Checkout, CheckoutMoved, describeMove, isSameCheckout} from '../../worktree/checkout.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {openWorktree} from '../worktree.ts';
import type {Prompts} from './prompts.ts';

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
