import {section} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {count} from '../../text/sentences.ts';
import {appPages, type Pages} from '../app/pages.ts';
import {pageHeight} from '../app/said-rows.ts';
import {emptyLine, type Line, line, span, type Tone, wrapLine} from '../text/line.ts';
import {modelLook, outcomeLooks} from '../widgets/looks.ts';
import {replyLines, stepLines} from './delivery/pages.ts';
import {stepResults} from './delivery/words.ts';
import {filterHelp} from './filter-prompt.ts';
import {keymap} from './keymap.ts';
import {severityLooks} from './list-pane.ts';
import {resultDiffOf, titleOfDiff} from './result-diff.ts';
import type {ReviewPage, ReviewState} from './state.ts';

export const pages: Pages<ReviewState, ReviewPage['page']> = {
	...appPages(keymap, signLines),
	about: {title: 'about this run', lines: aboutLines},
	replies: {title: 'replies', lines: replyLines},
	delivery: {title: 'next steps', lines: stepLines},
	diff: {
		title: (state, page) => titleOfDiff(resultDiffOf(state, state.size.columns - 2), page, pageHeight(state)),
		lines: (state, width) => resultDiffOf(state, width).lines,
	},
};

function signLines(state: ReviewState, width: number): Line[] {
	const {symbols} = state;
	const signs: readonly (readonly [sign: string, help: string, tone?: Tone])[] = [
		...Object.entries(outcomeLooks).map(([outcome, {symbol, tone}]) => [symbols[symbol], outcome, tone] as const),
		[symbols[modelLook.symbol], 'planned or applied, made by a model', modelLook.tone],
		[symbols.mine, 'next to another sign: decided by you or the decisions file', 'accent'],
		...Object.entries(severityLooks).map(([name, {letter, tone}]) => [letter, `severity: ${name}`, tone] as const),
		['o', 'outdated thread'],
		['r', 'resolved thread'],
		['(2)', 'number of replies'],
		[symbols.apply, 'after a title: thread resolved by this review'],
		[symbols.replied, 'thread answered by this review'],
		[symbols.failed, 'after a title: thread not answered'],
		[symbols.mark, 'in code: a line that the comment is on', 'mark'],
	];
	const room = Math.max(...filterHelp.map(([part]) => part.length));
	const filter = filterHelp.flatMap(([part, help]) =>
		wrapLine([span(`  ${part.padEnd(room)}  `, 'accent'), span(help)], width, ' '.repeat(room + 4)),
	);
	return [
		emptyLine,
		line('filter', 'strong'),
		...filter,
		emptyLine,
		line('signs', 'strong'),
		...signs.map(([sign, help, tone]): Line => [span(`  ${sign} `, tone), span(help)]),
	];
}

function aboutLines({run, delivery, index}: ReviewState, width: number): Line[] {
	const {pullRequest, reviewers, warnings, notInApi} = run;
	if (!pullRequest) return [line('nothing read yet')];
	const {reviewThreads, reviews, comments, completeness} = pullRequest;
	const document = [
		...section('read', [
			`${count(reviewThreads.length, 'thread')}, ${count(reviews.filter(({body}) => body.trim()).length, 'review body', 'review bodies')}, ${count(comments.length, 'issue comment')}`,
		]),
		...section('what was done', delivery.end ? stepResults(delivery.end, index).map(({text}) => text) : []),
		...section('not read', completeness.incomplete),
		...section('not included', [...completeness.notInApi, ...notInApi]),
		...section(
			'reviewers',
			reviewers.map(({login, state, detail}) => [`${login} is ${state}`, detail].filter(Boolean).join(': ')),
		),
		...section(
			'warnings',
			warnings.map(({text, commentId}) => (commentId === null ? text : `comment ${commentId}: ${text}`)),
		),
	];
	return linesOf(document, width);
}
