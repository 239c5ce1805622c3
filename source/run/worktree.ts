import {openGit} from '../worktree/git.ts';
import {openRepository, type Repository} from '../worktree/repository.ts';
import type {Context} from './context.ts';

/** The work tree that a run is started in. @throws {Failure} as `openRepository` */
export const openWorktree = (context: Context): Promise<Repository> => openRepository(openGit(context));
