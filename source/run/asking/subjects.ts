import type {ShownPlace, ShownSubject} from '../../llm/question/show.ts';
import {readDiffHunk} from '../../resolve/diff-hunk.ts';
import {trackLines} from '../../resolve/place/track-lines.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {wordsOf} from '../../review/words.ts';
import {changedPaths, type FileRequest, type Snapshot} from '../files/snapshot.ts';
import {isForModel} from './askable.ts';

/** What has to be read to ask about findings. */
export function filesForQuestions(findings: readonly Finding[]): FileRequest[] {
	return findings
		.filter(isForModel)
		.flatMap(({path, seen, alsoAt}) => [
			...(path === null ? [] : [{path, commits: [seen?.commit ?? null]}]),
			...alsoAt.map(place => ({path: place.path, commits: []})),
		]);
}

/** What questions about findings are made of. */
export function subjectsOf(findings: readonly Finding[], pullRequest: PullRequest, snapshot: Snapshot): ShownSubject[] {
	const paths = changedPaths(pullRequest, snapshot);
	const fileAt = (path: string) => snapshot.versionsOf(path).at(snapshot.today);
	return findings.map(finding => ({
		remark: finding,
		places: placesOf(finding, snapshot),
		words: wordsOf(finding.blocks),
		diffHunk: finding.diffHunk,
		fileAt,
		pathOf: snapshot.pathOf,
		paths,
	}));
}

function placesOf(finding: Finding, snapshot: Snapshot): ShownPlace[] {
	const {path, alsoAt} = finding;
	return path === null ? alsoAt : [{path, lines: linesToday(finding, path, snapshot)}, ...alsoAt];
}

/** The lines that the reviewer saw, in the file of today; those that the code host names where that cannot be told. */
function linesToday({seen, lines, diffHunk}: Finding, path: string, snapshot: Snapshot): ShownPlace['lines'] {
	const versions = snapshot.versionsOf(path);
	const today = versions.at(snapshot.today);
	// Lines of the old side of the diff, for which there are none today.
	if (!seen) return null;
	if (!today) return lines;
	const {commit, start, end} = seen;
	const then = commit === null ? null : versions.at(commit);
	if (then) return trackLines({lines: then, firstLine: 1, whole: true}, today, {start, end}) ?? lines;
	const hunk = diffHunk === null ? null : readDiffHunk(diffHunk, end);
	return (hunk && trackLines({lines: hunk.lines, firstLine: hunk.start, whole: false}, today, {start, end})) ?? lines;
}
