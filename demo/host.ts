import {join} from 'node:path';
import {pullRequest, writing} from '../test/emulators/github/data.ts';
import {type GitHub, goodToken, startGitHub} from '../test/emulators/github/server.ts';
import {git, type Place} from './command.ts';
import type {DemoRecording} from './recording.ts';
import {settings} from './repository.ts';
import type {Stage} from './stage.ts';

export type Host = {
	/** The bare repository that is pushed to. */
	bare: string;
	/** A clone of it on the branch of the pull request, with the variables that lead the program to the host. */
	place: Place;
	gitHub: GitHub;
	close: () => Promise<void>;
};

const host = 'github.example.com';

/** A visitor may only read. */
const roles = {you: 'admin', maintainer: 'admin', developer: 'write', teammate: 'write'} as const;

const remote = (name: string) => `https://${host}/${name}.git`;

/**
 * A GitHub on this machine that has the pull request of the recording; beside the repository of the stage, a bare one that
 * its branch is pushed to, and a clone of that. Nothing leaves the machine: git pushes to that folder, and may use
 * no network.
 * @throws {Failure} `git-missing`, `git-failed`
 */
export async function openHost({demo, folder, place}: Stage): Promise<Host> {
	const {
		baseRefName,
		headRefName,
		headRepository: {nameWithOwner},
	} = demo.pullRequest;
	const [bare, cwd] = [join(folder, 'github.git'), join(folder, 'clone')];
	const config = Object.entries({
		...settings,
		'remote.origin.url': remote(nameWithOwner),
		[`url.${bare}.pushInsteadOf`]: remote(nameWithOwner),
		'protocol.allow': 'never',
		'protocol.file.allow': 'always',
	});
	await git(['init', '--quiet', '--bare', '--template=', bare], place);
	await git(['push', '--quiet', bare, baseRefName, headRefName], place);
	await git(['clone', '--quiet', '--template=', '-b', headRefName, bare, cwd], place);
	for (const setting of config) await git(['config', ...setting], {...place, cwd});
	const gitHub = await startGitHub({
		pullRequests: [pullOf(demo)],
		repositories: [{nameWithOwner, folder: bare, roles}],
		tokens: {[goodToken]: {login: 'you', scopes: ['repo']}},
	});
	const env = {...place.env, ...committer, ...gitHub.env, GH_HOST: host};
	return {bare, place: {cwd, env}, gitHub, close: gitHub.close};
}

/** The pull request as the host holds it. A recording leaves out what a host would say of every comment. */
function pullOf({pullRequest: {reviewThreads, reviews, comments, headRepository, ...fields}}: DemoRecording) {
	const repository = headRepository.nameWithOwner;
	const pull = pullRequest({...fields, repository, headRepository: repository});
	const whole = <T extends object>(remark: T) => ({...writing(pull.data.url, {}), ...remark});
	Object.assign(pull.data, {
		reviewThreads: reviewThreads.map(thread => ({
			...thread,
			__typename: 'PullRequestReviewThread',
			comments: thread.comments.map(comment => ({...whole(comment), diffHunk: comment.diffHunk ?? ''})),
		})),
		reviews: reviews.map(whole),
		comments: comments.map(whole),
	});
	return pull;
}

/** The demo commits under a name of its own. */
const committer = Object.fromEntries(
	['AUTHOR', 'COMMITTER'].flatMap(role => [
		[`GIT_${role}_NAME`, 'You'],
		[`GIT_${role}_EMAIL`, 'you@example.com'],
	]),
);
