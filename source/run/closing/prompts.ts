import type {Committer} from '../../worktree/commit/identity.ts';

/**
 * Lets git ask in the terminal, such as for a passphrase, while it does the work; resolves and rejects as the work does.
 * @param what it does, for whom it asks: `push to octo/app feature`
 */
export type Prompts = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;

/** Work that signs a commit if the user signs commits. */
export const mayAskToSign = <Result>(
	prompts: Prompts | null,
	{isSigned}: Pick<Committer, 'isSigned'>,
	work: () => Promise<Result>,
): Promise<Result> => (prompts !== null && isSigned ? prompts('sign the commit', work) : work());
