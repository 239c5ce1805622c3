import type {ShownSubject} from '../../source/llm/question/show.ts';
import {trackLines} from '../../source/resolve/place/track-lines.ts';
import type {PullRequest, ReviewThread} from '../../source/review/comment.ts';
import {dialectOf} from '../../source/review/dialects/registry.ts';
import type {Finding} from '../../source/review/finding.ts';
import {readGenerally} from '../../source/review/general.ts';
import {readBlocks} from '../../source/review/markdown.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {wordsOf} from '../../source/review/words.ts';

type Lines = readonly string[];

/** A pull request with its files: as they are today and at the commits of the comments. */
export type Sample = {
	pullRequest: PullRequest;
	today: (path: string) => Lines | null;
	at: (commit: string | null, path: string) => Lines | null;
};

/** The comments on lines that need a model. */
export function subjectsOf(sample: Sample): ShownSubject[] {
	const {pullRequest, today} = sample;
	const paths = new Set(pullRequest.reviewThreads.map(({path}) => path));
	const threads = new Map(pullRequest.reviewThreads.map(thread => [thread.comments[0]?.id, thread]));
	return readPullRequest(pullRequest).findings.flatMap(finding => {
		const thread = threads.get(finding.source.commentId);
		if (!thread || finding.source.kind !== 'thread' || finding.disposition?.outcome !== 'needs-model') return [];
		const {diffHunk} = thread.comments[0]!;
		const places = placesOf(finding, thread, sample);
		return {remark: finding, words: wordsIn(thread), diffHunk, places, fileAt: today, pathOf: path => path, paths};
	});
}

/** The remarks of a comment without code to apply. */
function wordsIn(thread: ReviewThread): string {
	const {body, author, diffHunk} = thread.comments[0]!;
	const post = {kind: 'thread' as const, body, blocks: readBlocks(body), author, place: null, diffHunk};
	const {remarks} = dialectOf(post)?.read(post) ?? readGenerally(post);
	const blocks = remarks.flatMap(remark => remark.blocks);
	return wordsOf(blocks.filter(block => block.kind !== 'fence' || block.info !== 'suggestion'));
}

function placesOf({path, alsoAt}: Finding, {originalLine, originalStartLine, comments}: ReviewThread, sample: Sample) {
	if (path === null || originalLine === null) return [];
	const today = sample.today(path);
	const seen = sample.at(comments[0]!.originalCommit, path);
	const lines = {start: originalStartLine ?? originalLine, end: originalLine};
	const now = today && seen && trackLines({lines: seen, firstLine: 1, whole: true}, today, lines);
	return now ? [{path, lines: now}, ...alsoAt] : [];
}
