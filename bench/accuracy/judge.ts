import {findFalseClaim, findingsOf} from './claims.ts';
import type {Case, Corpus, Files} from './corpus.ts';
import {isWithEdits} from './edits.ts';
import {judgeLabelled, type LabelledVerdict} from './labelled.ts';
import type {Trial} from './trial.ts';

/** The result of a case, in the order of the table. `ran`: there are no bytes to compare with. */
export const results = ['exact', 'left alone', 'partly', 'not applied', 'wrong', 'crashed', 'ran'] as const;

export type Result = (typeof results)[number];

export type Judgement = {
	id: string;
	kind: string;
	variant: string | null;
	result: Result;
	/** Why it counts as a crash. */
	crash: string | null;
	/** Ids of the comments that no finding of the report is about. */
	unreported: number[];
	falseClaim: string | null;
	/** Files that were not there before. */
	stray: string[];
	/** Of the comments that have a label of their own. */
	labelled: LabelledVerdict[];
};

/** Compares the program's edits and report of a case with the expected result. */
export function judge(candidate: Case, content: Corpus['content'], trial: Trial): Judgement {
	const {id, kind, variant = null, comments, commits} = candidate;
	const {files, said, crash} = trial;
	const before = new Map(Object.entries(commits.at(-1)!.files).map(([path, key]) => [path, content(key)]));
	const result = compare(candidate, before, content, trial);
	return {
		id,
		kind,
		variant,
		result,
		crash,
		unreported: crash
			? []
			: comments.map(comment => comment.id).filter(comment => !said || findingsOf(said, comment).length === 0),
		falseClaim: findFalseClaim(candidate, before, trial, result === 'wrong'),
		stray: [...files.keys()].filter(path => !before.has(path)),
		labelled: judgeLabelled(candidate, trial),
	};
}

function compare(
	{expected}: Case,
	before: ReadonlyMap<string, Buffer>,
	content: Corpus['content'],
	{files, crash}: Trial,
): Result {
	const isLike = (target: Files) =>
		[...before].every(([path, bytes]) => {
			const key = target[path];
			return files.get(path)?.equals(key === undefined ? bytes : content(key));
		});
	const right = expected.files ? [expected.files] : expected.anyOf;
	if (!right) return crash ? 'crashed' : 'ran';
	if (right.some(isLike)) return crash ? 'crashed' : 'exact';
	const isUntouched = isLike({});
	if (!isUntouched && !isPart(expected, before, files)) return 'wrong';
	if (crash) return 'crashed';
	if (!isUntouched) return 'partly';
	return expected.allowUnchanged ? 'left alone' : 'not applied';
}

/** Whether several edits were made partly, which is wrong if only one of them is allowed. */
function isPart(
	{files: expected, edits}: Case['expected'],
	before: ReadonlyMap<string, Buffer>,
	files: Trial['files'],
): boolean {
	if (!expected || !edits || edits.length < 2) return false;
	return [...before].every(([path, bytes]) => {
		const after = files.get(path);
		const here = edits.filter(edit => edit.path === path);
		return after !== undefined && isWithEdits(bytes, after, here, () => 'either');
	});
}
