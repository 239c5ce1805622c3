import type {Committer} from '../../worktree/commit/identity.ts';

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
