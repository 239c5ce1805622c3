import type {Environment} from '../../system/environment.ts';
import {type Git, isOid, isTooSlow} from '../git.ts';
import {gitLines, withoutPassword} from '../git-lines.ts';

/** How a push ended. Lines are what git or the server wrote, without passwords. */
export type PushOutcome =
	/** `notes`: what the server adds to a success. */
	| {kind: 'pushed'; notes: string[]}
	/** The branch is not at the expected commit: it moved, or was deleted. */
	| {kind: 'moved'}
	/** The server's rules refuse it. */
	| {kind: 'declined'; lines: string[]}
	/** Workflow files need a permission that the credential lacks. */
	| {kind: 'workflow'; lines: string[]}
	/** The credential is missing or may not push; `lacksAnswer`: git could ask a person for another one. */
	| {kind: 'denied'; lines: string[]; lacksAnswer: boolean}
	/** Whether it took effect is not known; `isSilent`: nothing came back in time. */
	| {kind: 'unknown'; lines: string[]; isSilent: boolean};

export type PushOrder = {
	/** Name of a remote, or a URL. */
	remote: string;
	/** Short name of the branch there. */
	branch: string;
	/** Where it has to be now, and where it goes. */
	expected: string;
	commit: string;
	/** Further variables for git, such as a credential. */
	env: Environment;
	/** Whether git and ssh may ask in the terminal; otherwise they have none. */
	prompts: boolean;
};

/**
 * Pushes a commit to a branch that is where it is expected. The expected commit is an ancestor of the new one, so this is
 * never more than a fast-forward; a deleted branch is not made again.
 */
export async function pushCommit(git: Git, order: PushOrder): Promise<PushOutcome> {
	const {remote, branch, expected, commit, env, prompts} = order;
	if (!isOid(expected) || !isOid(commit)) throw new Error('a push needs two commits');
	const ref = `refs/heads/${branch}`;
	const asking = prompts
		? ['-c', 'credential.interactive=true']
		: ['-c', 'core.askPass=true', ...(await batchMode(git, env))];
	const {code, stdout, stderr} = await git.run(
		[
			...['-c', 'http.followRedirects=false', '-c', 'push.followTags=false', ...asking],
			...['push', '--porcelain', '--recurse-submodules=no', `--force-with-lease=${ref}:${expected}`],
			...['--', remote, `${commit}:${ref}`],
		],
		{env: {...(prompts && {GIT_TERMINAL_PROMPT: '1'}), ...env}, hasTerminal: prompts, ...(prompts && {waitsFor: null})},
	);
	return read(code, stdout.toString(), stderr);
}

/** Without a terminal, ssh must fail rather than wait for an answer. The user's own ssh command stays as it is. */
async function batchMode(git: Git, env: Environment): Promise<string[]> {
	const own = await git.run(['config', '--get', 'core.sshCommand'], {env});
	return own.code === 0 ? [] : ['-c', 'core.sshCommand=ssh -oBatchMode=yes'];
}

/** What git and ssh write if they may not ask, or got a wrong answer. */
const needsAnswer =
	/could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(|Host key verification failed/;

const isDenied =
	/\b40[13]\b|denied|could not read (?:Username|Password)|Authentication failed|access rights|not found|terminal prompts disabled|does not appear to be a git repository/i;

function read(code: number, stdout: string, stderr: string): PushOutcome {
	const remote = [...stderr.matchAll(/^remote: ?(.*?)\s*$/gm)]
		.map(([, line = '']) => withoutPassword(line))
		.filter(Boolean);
	if (code === 0) return {kind: 'pushed', notes: bypassedRules(remote)};
	const [, flag, reason = ''] = /^!\t[^\t]*\t\[(rejected|remote rejected)\](?: \((.*)\))?$/m.exec(stdout) ?? [];
	const all = remote.length > 0 ? remote : gitLines(stderr);
	if (flag === 'rejected' || /^(?:failed to update ref|cannot lock ref)/.test(reason)) return {kind: 'moved'};
	if (/refusing to allow .*workflow/s.test(`${reason}\n${stderr}`)) {
		return {kind: 'workflow', lines: all.length > 0 ? all : [reason]};
	}
	if (flag === 'remote rejected') {
		const lines = remote.length > 0 ? remote : [reason];
		return /permission denied/i.test(reason) ? {kind: 'denied', lines, lacksAnswer: false} : {kind: 'declined', lines};
	}
	const lines = gitLines(stderr);
	return isDenied.test(stderr)
		? {kind: 'denied', lines, lacksAnswer: needsAnswer.test(stderr)}
		: {kind: 'unknown', lines, isSilent: isTooSlow(stderr)};
}

/** What GitHub writes if the user's rights let a push pass that rules refuse: a heading, and a line for each rule. */
function bypassedRules(lines: readonly string[]): string[] {
	const heading = lines.findIndex(line => /^Bypassed rule violations/.test(line));
	if (heading === -1) return [];
	const end = lines.findIndex((line, at) => at > heading && !line.startsWith('-'));
	return lines.slice(heading, end === -1 ? lines.length : end);
}
