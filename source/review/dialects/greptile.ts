import type {Post, Remark} from '../dialect.ts';
import type {Place} from '../finding.ts';
import type {Block} from '../markdown.ts';
import {dialectOfForm} from './form.ts';
import {isProse, partsOf, promptLines} from './parts.ts';
import {placeIn, placeOf} from './places.ts';
import {readRemark, type Style} from './style.ts';

const style: Style = {
	labels: [
		/^(?:<a\b[^<>]*>)?<img\b(?=[^<>]*>)[^<>]*\balt="(?<severity>P\d)"[^<>]*>(?:<\/a>)?\s*/,
		/^\*\*(?<category>logic|style|syntax|bug|security|performance):\*\*\s*/,
	],
	boilerplate: /^<sub>/,
};

/** The first line of a remark outside the diff: its place. */
const header = new RegExp(
	[
		/^(?:\*\*`?(?<file>(?=[^`*\s]*[./])[^`*\s]+)`?\*\*|`(?<path>(?=[^`\s]*[./])[^`\s]+)`)/,
		/(?:, lines? (?<start>\d+)(?:-(?<end>\d+))?)?/,
		/(?: \(\[link\]\((?:https:\/\/[^()\s]*\/blob\/(?<commit>[\da-f]{40})\/)?[^()\s]*\)\))?[^\S\n]*(?:\n|$)/,
	]
		.map(({source}) => source)
		.join(''),
);

/** Greptile: prose, in older comments after a label; remarks outside the diff in a section of the summary. */
export const greptile = dialectOfForm({
	...style,
	name: 'greptile',
	logins: ['greptile-apps'],
	marks: [/^<details><summary>Prompt To Fix With AI<\/summary>$/m, /^(?:###|<h3>) ?Greptile Summary/m],
	split: readAdditional,
	notices: [
		{mark: /^<sub>\d+ files? reviewed/, says: 'the overview of a review', state: 'done'},
		{mark: /Greptile (?:Overview|Summary)/, says: 'a summary of the pull request', state: 'done'},
	],
});

function readAdditional({blocks}: Post): Remark[] | null {
	const additional = blocks.filter(({sections}) =>
		sections.some(({summary}) => /^Additional Comments \(/.test(summary)),
	);
	return partsOf(additional, block => isProse(block) && header.test(block.text)).map(part => {
		const {file, path = file, start, end} = isProse(part[0]) ? (header.exec(part[0].text)?.groups ?? {}) : {};
		return {
			...readRemark({...style, labels: [header, ...(style.labels ?? [])]}, part),
			place: promptPlace(part) ?? placeOf(path, start, end),
		};
	});
}

/** The prompt of a remark repeats its place with all lines: `Path: src/x.ts`, `Line: 22:24`. */
function promptPlace(part: readonly Block[]): Place | null {
	const fields = promptLines(part).slice(0, 5).join('\n');
	return placeIn(/^Path: (?<path>[^\n]+)(?:\nLine: (?<start>\d+)(?::(?<end>\d+))?)?$/m, fields);
}
