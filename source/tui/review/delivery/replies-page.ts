import {linesOf} from '../../../run/filter/listed.ts';
import {safe} from '../../../text/safe.ts';
import {emptyLine, type Line, line, wrapLine} from '../../text/line.ts';
import type {ReviewState} from '../state.ts';
import {tickedWrites} from './items.ts';

/** The replies word for word, each below the place of its thread, and the summary comment. */
export function replyLines(state: ReviewState, width: number): Line[] {
	const {findings} = state.run;
	const byId = new Map(findings.map(finding => [finding.id, finding]));
	const {replies = [], summary = null} = tickedWrites(state) ?? {};
	const texts = [...replies.map(({text}) => text), summary ?? ''];
	const isPlanned = texts.some(text => text.includes('<commit>'));
	const note = isPlanned
		? [...wrapLine(line('<commit> will be the id of the commit.', 'quiet'), width), emptyLine]
		: [];
	return [
		...note,
		...replies.flatMap(({findings: ids, text}) => {
			const [first] = ids.flatMap(id => byId.get(id) ?? []);
			const place = first?.path ? `${first.path}:${linesOf(first.lines)}` : 'not on a file';
			return [
				...wrapLine(line(safe(`${place}  ${first?.title ?? ''}`), 'strong'), width, '  '),
				...wrapLine(line(`  ${safe(text)}`), width, '  '),
				emptyLine,
			];
		}),
		...(summary === null ? [] : summaryLines(summary, width)),
	];
}

const summaryLines = (text: string, width: number): Line[] => [
	...wrapLine(line('comment on the pull request', 'strong'), width, '  '),
	...text.split('\n').flatMap(each => (each === '' ? [] : wrapLine(line(`  ${safe(each)}`), width, '  '))),
	emptyLine,
];
