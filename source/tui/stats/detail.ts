import {type Document, paragraph} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import type {StatsFinding, StatsReport, StatsRow} from '../../run/stats/stats-report.ts';
import {
	adviceWords,
	answerPhrase,
	blockWords,
	classOfFinding,
	densityPhrase,
	figuresInWords,
	placeOfFinding,
} from '../../run/stats/stats-words.ts';
import {count} from '../../text/sentences.ts';
import type {Line} from '../text/line.ts';
import {type StatsScreenState, selectedItem} from './state.ts';

/** Detail of the selected item, in lines of at most `width` cells. */
export function detailLines(state: StatsScreenState, width: number): Line[] {
	const item = selectedItem(state);
	if (item === null) return [];
	return linesOf(item.kind === 'row' ? rowDetail(item.row, state.report) : findingDetail(item.finding), width);
}

function rowDetail(row: StatsRow, {reviewers, advice}: StatsReport): Document {
	const {name, block, findings} = row;
	const own = reviewers.find(reviewer => reviewer.name === name);
	return [
		{kind: 'heading', text: `${name}: ${blockWords[block]}`},
		paragraph(`${count(findings, 'finding')}: ${figuresInWords(row)}`),
		...(own
			? [paragraph(`in both blocks: ${answerPhrase(own)}, ${count(own.repeats, 'repeat')}, ${densityPhrase(own)}`)]
			: []),
		...advice.filter(one => one.row === name).map(one => paragraph(adviceWords(one), 'accent')),
	];
}

function findingDetail(finding: StatsFinding): Document {
	const {reviewer, severity, category, repository, number, createdAt, answeredAt, repeats, url, pullRequest} = finding;
	const dates = [
		createdAt && `written ${createdAt}`,
		answeredAt && `answered ${answeredAt}`,
		repeats > 0 && `repeated by ${count(repeats, 'comment')}`,
	];
	return [
		{kind: 'heading', text: classOfFinding(finding)},
		paragraph([reviewer, severity, category].filter(Boolean).join(', ')),
		paragraph(`${repository}#${number} ${placeOfFinding(finding)}`),
		paragraph(dates.filter(Boolean).join(', ')),
		paragraph(url ?? pullRequest, 'accent'),
	];
}
