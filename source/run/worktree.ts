import {Failure} from '../failure.ts';
import {openGit} from '../worktree/git.ts';
import {locateRepository, openRepository, type Worktree} from '../worktree/repository.ts';
import type {Context} from './context.ts';

/** The working tree that a run starts in. @throws {Failure} as `openRepository` */
export const openWorktree = (context: Context): Promise<Worktree> => openRepository(openGit(context));

/** Where it is, as long as nothing more of it is needed. @throws {Failure} as `openRepository` */
export const locateWorktree = (context: Context) => locateRepository(openGit(context));

/** Null if the run starts in no working tree. @throws {Failure} as `openRepository`, except for that */
export const openWorktreeIfAny = (context: Context): Promise<Worktree | null> =>
	openWorktree(context).catch((error: unknown) => {
		if (error instanceof Failure && error.code === 'not-a-repository') return null;
		throw error;
	});
