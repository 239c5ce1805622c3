import {runSync} from '../../child.ts';
import {containsFormatted} from './hook.ts';
import {strangeChanges} from './lost-bytes.ts';
import type {Reading, Scene, Suggested} from './scene.ts';
import {contains, versionAt} from './versions.ts';

export type PushFaults = {lost: string[]; doubled: string[]; heldBack: string[]; commits: number};

/** Judges each commit that a command has put on the branch. */
export function judgePushes(scene: Scene, {from, to}: {from: string; to: string}): PushFaults {
	const git = (...args: string[]) => runSync('git', args, {cwd: scene.bare, env: scene.env}).trim();
	const faults: PushFaults = {lost: [], doubled: [], heldBack: [], commits: 0};
	if (git('merge-base', from, to) !== from) faults.lost.push(`the branch was forced from ${from} to ${to}`);
	const path = [from, ...git('rev-list', '--reverse', `${from}..${to}`).split('\n').filter(Boolean)];
	for (const [index, commit] of path.entries()) {
		if (index === 0 || scene.byPeople.has(commit)) continue;
		faults.commits += 1;
		const about = (what: string) => `${commit.slice(0, 7)}: ${what}`;
		const parent = path[index - 1]!;
		const [before, after] = [versionAt(scene, parent), versionAt(scene, commit)];
		faults.lost.push(...strangeChanges(before, after, scene.changes).map(about));
		if (git('rev-parse', `${commit}^{tree}`) === git('rev-parse', `${parent}^{tree}`))
			faults.doubled.push(about('changes nothing'));
		// It brings back what other suggestions had left, so it writes no change. --continue may finish it.
		const isRevert = git('log', '-1', '--format=%s', commit).startsWith('Revert "');
		const reading = scene.readings.findLast(({head}) => path.includes(head) && path.indexOf(head) < index);
		const has = (version: typeof before, change: Suggested) =>
			contains(version[change.path]!, change.lines) || containsFormatted(version[change.path]!, change);
		for (const change of scene.changes) {
			if (isRevert && has(before, change) && !has(after, change)) change.isReverted = true;
			if (!isRevert && has(after, change) && !has(before, change))
				faults.heldBack.push(...whyHeld(change, reading).map(about));
		}
	}
	return faults;
}

function whyHeld({id, thread, overruled, isDeclined, isReverted}: Suggested, reading: Reading | undefined): string[] {
	const standing = (reading?.answers.get(id) ?? []).filter(answer => !overruled.has(answer));
	const reasons = [
		...(standing.length > 0 ? ['had an answer'] : []),
		...(isDeclined ? ['was declined'] : []),
		...(isReverted ? ['was reverted by undo --publish'] : []),
	];
	return reasons.length === 0 ? [] : [`${thread} ${reasons.join(', ')}`];
}
