import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {Repository} from '../worktree/repository.ts';
import {openSyntaxChecker} from '../worktree/syntax/checker.ts';
import type {ReviewRun} from './plan-and-apply.ts';
import type {Terminal} from './terminal.ts';

/**
 * Runs `analyze` or `apply` without the app. Returns the exit code. The parser and git start first: loading the rest of
 * the program takes about as long as they do.
 * @param opening the repository that git is already reading
 */
export async function runReview(
	run: ReviewRun,
	opening: Promise<Repository>,
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const checker = openSyntaxChecker({signal: context.signal, parsers: context.parsers});
	checker.warmUp();
	// A later await gets its failure; until then it counts as handled.
	opening.catch(() => {});
	try {
		const {planAndApply} = await import('./plan-and-apply.ts');
		return await planAndApply(run, {opening, checker}, terminal, context);
	} finally {
		checker.close();
	}
}
