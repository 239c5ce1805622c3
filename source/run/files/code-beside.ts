import {baseVersions} from '../../resolve/place/base-versions.ts';
import {type Trace, type TracedLines, tracer, type Whereabouts} from '../../resolve/place/whereabouts.ts';
import type {Text} from '../../resolve/text.ts';
import type {Change, Finding} from '../../review/finding.ts';
import {memoize} from '../../review/memoize.ts';
import {type FileRequest, type Snapshot, whyMissing} from './snapshot.ts';

/**
 * The code that a comment is about, for people who read or edit it: the file as it is now, and what the reviewer saw. What
 * a reviewer suggests for it is the `replacement` of the change. Lines are 1-based and inclusive.
 */
export type CodeBeside = {
	/** Path in the working tree; the path in the comment if there is no such file. */
	path: string;
	/** The file as it is now; null if it cannot be shown, for the reason in `where`. */
	today: Text | null;
	/** Where the commented lines are in `today`. `unknown` with an empty reason: the comment is on the whole file. */
	where: Whereabouts;
	/**
	 * The commented lines as the reviewer saw them: `start` to `end` in `seen.lines`, of which the first one has the number
	 * `seen.firstLine`. It is the whole file at the comment's commit or, if that is not available, the new side of the diff
	 * hunk. Null if neither shows them.
	 */
	seen: Trace['seen'];
	/** The diff hunk of the comment, as the code host cuts it: its last line is the commented one. Null if there is none. */
	diffHunk: string | null;
};

/** What has to be read to show code beside findings. */
export const filesBeside = (findings: readonly Finding[]): FileRequest[] =>
	findings.flatMap(({path, seen, alsoAt}) => {
		const paths = [...(path === null ? [] : [path]), ...alsoAt.map(place => place.path)];
		return paths.map(each => ({path: each, commits: [seen?.commit ?? null]}));
	});

/** The code beside a finding; null if it is not on a file. */
export function besideFinding({path, lines, seen, diffHunk}: Finding, snapshot: Snapshot): CodeBeside | null {
	if (path === null) return null;
	const found = beside(path, {original: seen, current: null, diffHunk}, snapshot);
	if (!found.today || seen || !lines) return found;
	return {...found, where: {kind: 'unknown', reason: 'the comment is on lines that the pull request deletes'}};
}

/** The code at the further places that a finding names, in the version of the file that its reviewer saw. */
export const besideFurtherPlaces = ({alsoAt, seen}: Finding, snapshot: Snapshot): CodeBeside[] =>
	alsoAt.map(({path, lines}) => {
		const original = lines && {commit: seen?.commit ?? null, ...lines};
		return beside(path, {original, current: null, diffHunk: null}, snapshot);
	});

/** The code that a change replaces, whether it can be placed or not. */
export const besideChange = (change: Change, snapshot: Snapshot): CodeBeside => beside(change.path, change, snapshot);

const tracers = new WeakMap<Snapshot, (path: string) => (lines: TracedLines) => Trace>();

function tracerFor(snapshot: Snapshot) {
	const known = tracers.get(snapshot);
	if (known) return known;
	const made = memoize((path: string) => tracer(todayOf(path, snapshot)?.lines ?? [], snapshot.versionsOf(path)));
	tracers.set(snapshot, made);
	return made;
}

function beside(path: string, lines: TracedLines, snapshot: Snapshot): CodeBeside {
	const today = todayOf(path, snapshot);
	const now = snapshot.pathOf(path) ?? path;
	const {diffHunk} = lines;
	if (today) {
		const {seen, where} = tracerFor(snapshot)(path)(lines);
		const reason = [now !== path && `the file was renamed from ${path}`, where.reason].filter(Boolean).join('; ');
		return {path: now, today, where: {...where, reason}, seen, diffHunk};
	}
	const {original, ...rest} = lines;
	const seen = original && baseVersions({original, ...rest}, snapshot.versionsOf(path)).found[0];
	return {
		path: now,
		today,
		where: {kind: 'unknown', reason: whyNotShown(path, snapshot)},
		seen: seen ?? null,
		diffHunk,
	};
}

function todayOf(path: string, {files, pathOf}: Snapshot): Text | null {
	return files.get(pathOf(path) ?? '')?.text ?? null;
}

function whyNotShown(path: string, snapshot: Snapshot): string {
	const file = snapshot.files.get(snapshot.pathOf(path) ?? '');
	return file && 'refused' in file ? file.refused : whyMissing(path, snapshot);
}
