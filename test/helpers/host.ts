import {onTestFinished} from 'vitest';
import {type GitHub, type GitHubOptions, startGitHub} from '../emulators/github/server.ts';
import type {Review} from './review-of.ts';

type HostOptions = Omit<GitHubOptions, 'pullRequests'>;

/** An emulated GitHub that holds these pull requests and is gone after the test. */
export async function hostOf(reviews: readonly Review[], options: HostOptions = {}): Promise<GitHub> {
	const gitHub = await startGitHub({...options, pullRequests: reviews.map(({pullRequest}) => pullRequest)});
	onTestFinished(gitHub.close);
	return gitHub;
}
