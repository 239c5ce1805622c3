import {expect, test} from 'vitest';
import {bot, type ThreadCommentInit, user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {type CorpusComment, hasCorpus, materialize, readCases} from '../../helpers/corpus.ts';
import type {Review} from '../../helpers/review-of.ts';
import {plainFolder} from '../../helpers/work-tree.ts';
import {ada} from '../closing/committing.ts';
import {type AppliedReport, applying} from './applying.ts';
import {planned, serving} from './reading.ts';

const cases = new Map(hasCorpus ? readCases('pull').map(given => [given.id, given]) : []);

const oidOf = (oid: string) => ({oid});

const firstOf = ({body, diff_hunk, commit_id, original_commit_id, user: author}: CorpusComment): ThreadCommentInit => ({
	body,
	diffHunk: diff_hunk ?? '',
	commit: oidOf(commit_id),
	originalCommit: oidOf(original_commit_id),
	author: author?.type === 'Bot' ? bot(author.login.replace('[bot]', '')) : user(author?.login ?? 'ghost'),
});

/** A thread for each comment. */
function addThreads(review: Review, comments: readonly CorpusComment[]): void {
	for (const comment of comments) {
		const place = {
			path: comment.path,
			line: comment.line,
			startLine: comment.start_line,
			originalLine: comment.original_line,
			originalStartLine: comment.original_start_line,
			diffSide: comment.side ?? 'RIGHT',
			isOutdated: comment.line === null,
		};
		review.pullRequest.thread({...place, ...firstOf(comment)});
	}
}

const ids = hasCorpus ? [...cases.keys()] : ['none is here'];

test.skipIf(!hasCorpus).each(ids)('the plan of a recorded pull request is that of a clone: %s', async id => {
	const given = cases.get(id)!;
	const tree = plainFolder();
	const comments = await materialize(given, tree.root);
	const commits = Number(tree.git('rev-list', '--count', 'HEAD')) - 1;
	const served = await serving(tree, {commits, review: review => addThreads(review, comments)});
	const [without, clone] = [await served.read(), await served.inClone()];
	expect(planned(without.json)).toEqual(planned(clone.json));
	expect(planned(without.json).findings.length).toBeGreaterThan(0);
	expect(without.code).toBe(clone.code);
});

test.skipIf(!hasCorpus).each(ids)('the commit of a recorded pull request holds the tree of a clone: %s', async id => {
	const tree = plainFolder();
	const comments = await materialize(cases.get(id)!, tree.root);
	const opened = await applying(review => addThreads(review, comments), {
		tree,
		tokens: {[goodToken]: {login: 'octocat', scopes: ['repo', 'workflow']}},
	});
	const {report} = await opened.apply();
	const local = await tree.call(['apply', opened.url, '--commit', '--json'], {env: {...opened.env, ...ada}});
	expect(report.stops.filter(({code}) => code !== 'nothing-to-commit')).toEqual([]);
	expect(opened.git('rev-parse', `${opened.there()}^{tree}`)).toBe(tree.git('rev-parse', 'HEAD^{tree}'));
	expect(report.commits.length).toBe((local.json as AppliedReport).commits.length);
});
