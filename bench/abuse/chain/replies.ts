import {runSync} from '../../child.ts';
import {isOurs} from './answers-to.ts';
import {containsFormatted} from './hook.ts';
import {type Scene, type Suggested, snapshot, type Written} from './scene.ts';
import {contains, type Version, versionAt} from './versions.ts';

const isOnBranch = ({bare, env}: Scene, commit: string, head: string): boolean => {
	try {
		runSync('git', ['merge-base', '--is-ancestor', commit, head], {cwd: bare, env});
		return true;
	} catch {
		return false;
	}
};

/** What is not true of the head at the moment when it was written; null if all is. */
export function faultOfReply(scene: Scene, {on, body, head}: Written): string | null {
	const thread = scene.pull.data.reviewThreads.find(one => one.id === on || one.comments.some(({id}) => id === on));
	if (!thread) return `"${body}" is in no thread`;
	const changes = scene.changes.filter(change => change.thread === thread.id);
	const text = body.split('\n', 1)[0]!;
	const faults = whyFalse(scene, text, changes, head);
	return faults.length === 0 ? null : `${thread.id} at ${head.slice(0, 7)}: "${text}", but ${faults.join(', and ')}`;
}

function whyFalse(scene: Scene, text: string, changes: readonly Suggested[], head: string): string[] {
	const named = text.match(/\b[0-9a-f]{40}\b/g) ?? [];
	const now = versionAt(scene, head);
	const has = ({path, lines}: Suggested) => contains(now[path]!, lines);
	const isEdited = ({path, edits}: Suggested) => edits.some(line => contains(now[path]!, [line]));
	const missing = changes.filter(change => !has(change));
	const off = named.filter(commit => !isOnBranch(scene, commit, head));
	const isGone = /^Applied in [0-9a-f]{40}, which is no longer on this pull request\.$/.test(text);
	const faults = isGone ? [] : off.map(commit => `${commit.slice(0, 7)} is not on the branch`);
	const isFormatted = (change: Suggested) => containsFormatted(now[change.path]!, change);
	const none = () =>
		changes.filter(change => has(change) || isFormatted(change)).map(() => 'the head has what is suggested');
	if (isGone) return off.length > 0 ? none() : ['the commit is on the branch'];
	if (/^Changed in .+, not as suggested\. Reverted in [0-9a-f]{40}\.$/.test(text)) {
		return changes.some(isEdited) ? [...faults, 'the head has an edit by a person'] : faults;
	}
	if (/^(?:Applied|Changed) in .+ Reverted in [0-9a-f]{40}: .+\.$/.test(text)) {
		return missing.length > 0 ? faults : [...faults, 'the head has all of it'];
	}
	if (/^Applied in .+, reformatted by pre-commit\.(?: .+ passes\.)?$/.test(text)) {
		if (!changes.every(isFormatted)) faults.push('the head does not have it as the hook makes it');
		if (/ passes\.$/.test(text)) faults.push(...whyNotPassing(scene, named.at(-1)!));
		const isMade = (commit: string) => off.includes(commit) || changes.some(change => formats(scene, commit, change));
		return [...faults, ...named.filter(commit => !isMade(commit)).map(commit => `${commit.slice(0, 7)} did not do it`)];
	}
	if (/^Applied in /.test(text)) {
		if (missing.length > 0) faults.push(changes.some(isEdited) ? 'a person edited it' : 'the head has other lines');
		if (/ passes\.$/.test(text)) faults.push(...whyNotPassing(scene, named.at(-1)!));
		const isMade = (commit: string) => off.includes(commit) || changes.some(change => adds(scene, commit, change));
		return [...faults, ...named.filter(commit => !isMade(commit)).map(commit => `${commit.slice(0, 7)} did not do it`)];
	}
	if (/^Changed in .+, not as suggested\.$/.test(text))
		return changes.some(isEdited) ? faults : [...faults, 'the head has no edit by a person'];
	if (/^Already done/.test(text)) return missing.length > 0 ? [...faults, 'the head has other lines'] : faults;
	const counts = /^Partly (?:done|applied)(?: in .+)? \((\d+) of (\d+)\)\. Not applied: .+\.$/.exec(text);
	if (counts) {
		const onHead = changes.filter(change => has(change) || isFormatted(change) || isEdited(change)).length;
		return String(onHead) === counts[1] ? faults : [...faults, `the head has ${onHead} of ${changes.length}`];
	}
	if (/^Not applied/.test(text) || /^Reverted in /.test(text)) return [...faults, ...none()];
	return [...faults, 'this is no known reply'];
}

const adds = (scene: Scene, commit: string, {path, lines}: Suggested): boolean =>
	isNewIn(scene, commit, version => contains(version[path]!, lines));

const formats = (scene: Scene, commit: string, change: Suggested): boolean =>
	isNewIn(scene, commit, version => containsFormatted(version[change.path]!, change));

function isNewIn(scene: Scene, commit: string, has: (version: Version) => boolean): boolean {
	const parent = runSync('git', ['rev-parse', `${commit}^`], {cwd: scene.bare, env: scene.env}).trim();
	return has(versionAt(scene, commit)) && !has(versionAt(scene, parent));
}

/** Both commands fail if a line is "broken"; one leaves a commit as it is only if the snapshot is in it. */
function whyNotPassing(scene: Scene, commit: string): string[] {
	const git = (...args: string[]) => runSync('git', args, {cwd: scene.bare, env: scene.env});
	const text = git('ls-tree', '-r', '--name-only', commit, 'src', 'lib')
		.split('\n')
		.filter(Boolean)
		.map(path => git('show', `${commit}:${path}`));
	const faults = text.some(one => one.includes('broken')) ? ['the command fails on that commit'] : [];
	const isStale = () => git('rev-parse', `${commit}:${snapshot}`) !== git('rev-parse', `${commit}:src/alpha.txt`);
	return scene.isSnapshot && isStale() ? [...faults, 'the command changes a file of that commit'] : faults;
}

/** Threads in which the same is said twice. */
export const doubledReplies = ({pull}: Scene): string[] =>
	pull.data.reviewThreads.flatMap(({id, comments}) => {
		const said = comments.filter(isOurs).map(({body}) => /"state":.*(?= -->)/.exec(body)?.[0] ?? '');
		return said.flatMap((state, index) =>
			index > 0 && state === said[index - 1] ? [`${id} says twice ${state}`] : [],
		);
	});
