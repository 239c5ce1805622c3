import type {CommandEnvironment} from '../../../worktree/verify/environment.ts';
import type {CodeRunRequest} from '../request.ts';

/** Variables of the environment that code of the pull request does not get as they are. */
export type HeldBack = Pick<CommandEnvironment, 'heldBack' | 'withoutLogin'> & {
	/** What passes one on. */
	flag: '--verify-env' | '--verify-env-only';
};

export const heldBackOf = ({heldBack, withoutLogin}: CommandEnvironment, {variables}: CodeRunRequest): HeldBack => ({
	heldBack,
	withoutLogin,
	flag: variables.isOnly ? '--verify-env-only' : '--verify-env',
});

/** One line that names them, never their values; none if everything was passed on. */
export function heldBackLines(variables: HeldBack | null): string[] {
	if (!variables) return [];
	const {heldBack, withoutLogin, flag} = variables;
	const parts = [...heldBack, ...withoutLogin.map(name => `the login in ${name}`)];
	if (parts.length === 0) return [];
	return [`Held back from code of the pull request: ${parts.join(', ')}. To pass one on, add ${flag} <name>.`];
}
