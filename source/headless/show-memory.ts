import {type Block, type Document, gap, paragraph} from '../document/document.ts';
import {memoryFile} from '../resolve/memory-file.ts';
import type {Entry} from '../run/memory/entry.ts';
import {tipOf} from '../run/memory/receipt.ts';
import type {MemorySurvey, MemoryTrial, SurveyedEntry} from '../run/memory/survey.ts';
import {count} from '../text/sentences.ts';

/** What holds on the default branch, and what the working tree would change. */
export function memoryDocument({tip, problem, entries}: MemorySurvey): Document {
	const where = tip === null ? unknownTip : tipWords(tip);
	const rows = entries.map(surveyed => ({
		cells: [
			surveyed.id,
			stateOf(surveyed),
			surveyed.entry.bot,
			whatOf(surveyed.entry),
			surveyed.entry.path,
			surveyed.entry.until,
		],
		below: [paragraph(`${surveyed.entry.by}: ${surveyed.entry.reason}`, 'quiet')],
	}));
	const columns = ['entry', 'state', 'bot', 'words', 'path', 'until'].map(title => ({title}));
	return [
		paragraph(where),
		...(problem === null
			? []
			: [paragraph(`${memoryFile} there ${problem}, so nothing is declined by it.`, 'warning')]),
		...(rows.length === 0 ? [paragraph('Nothing is declined for good.')] : []),
		...(rows.length === 0 ? [] : [{kind: 'table', columns, rows, titledFor: ['screen', 'pipe']} satisfies Block]),
	];
}

/** Without `origin/HEAD`, which `git fetch` does not set in older versions of git. */
const unknownTip = 'The default branch is unknown here. If you have fetched it, run: git remote set-head origin --auto';

const tipWords = (tip: {branch: string; commit: string}) => `${memoryFile} of ${tipOf(tip)}:`;

/** `holds`, `expired`, or what a merge of the working tree would change. */
function stateOf({onBranch, here, holds}: SurveyedEntry): string {
	if (onBranch && here) return holds ? 'holds' : 'expired';
	return `${onBranch ? 'removed' : 'added'} here${holds ? '' : ', expired'}`;
}

const whatOf = ({words, rule, category}: Entry): string =>
	[
		...(rule === undefined ? [] : [`rule ${rule}`]),
		...(category === undefined ? [] : [`category ${category}`]),
		words.join(' '),
	]
		.filter(Boolean)
		.join(', ');

/** What entries mean, in sentences. */
export const explainEntries = (entries: readonly SurveyedEntry[]): Document =>
	entries.flatMap(surveyed => [...explainEntry(surveyed), gap]).slice(0, -1);

function explainEntry(surveyed: SurveyedEntry): Block[] {
	const {bot, words, rule, category, path, reason, by, on, until} = surveyed.entry;
	const about = [
		...(rule === undefined ? [] : [`the rule ${rule}`]),
		...(category === undefined ? [] : [`the category ${category}`]),
		...(words.length === 0 ? [] : [`the words ${words.join(', ')} in the title`]),
	].join(' and ');
	return [
		{kind: 'heading', text: `Entry ${surveyed.id} (${stateOf(surveyed)})`},
		paragraph(`It declines what ${bot} finds in ${path} with ${about}.`),
		paragraph(`${by} wrote it on ${on}: ${reason}`),
		paragraph(`It holds to the end of ${until} in UTC.`),
		paragraph(
			'It never declines what people wrote or answered, what is critical or major, and what is about security.',
		),
	];
}

/** What each memory would decline of the findings of a pull request. */
export const trialDocument = (trials: readonly {name: string; trial: MemoryTrial}[]): Document =>
	trials.flatMap(({name, trial: {declined, tooBroad}}) => [
		{kind: 'heading', text: `${name} would decline ${count(declined.length, 'finding')}`} satisfies Block,
		...declined.map(({entry, path, title}) => paragraph(`${entry} ${path ?? '-'}: ${title}`, 'plain', 2)),
		...tooBroad.map(entry => paragraph(`entry ${entry} is too broad to be used here`, 'warning', 2)),
	]);
