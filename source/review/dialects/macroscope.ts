import type {Post} from '../dialect.ts';
import type {Place} from '../finding.ts';
import type {Block} from '../markdown.ts';
import {dialectOfForm} from './form.ts';
import {isProse, promptLines} from './parts.ts';
import {placeIn} from './places.ts';

/** Macroscope: severity and a shortened path, prose; further places in a section, full paths in the prompt. */
export const macroscope = dialectOfForm({
	name: 'macroscope',
	logins: ['macroscopeapp'],
	marks: [/^<!-- MURMUR_IGNORE -->$/m, /^\S{1,4} \*\*(?:Critical|High|Medium|Low)\*\* `[^`\n]+:\d+`$/mu],
	shape: /^\S{1,4} \*\*\w+\*\* `[^`\n]+:\d+(?:-\d+)?`$/mu,
	labels: [/^\S{1,4} \*\*(?<severity>\w+)\*\* `(?<path>[^`\n:]+):(?<start>\d+)(?:-(?<end>\d+))?`\s*/u],
	done: /^✅ Resolved in /,
	notices: [{mark: /^(?:<!-- MURMUR_IGNORE -->\s*)?#### Approvability/, says: 'a verdict on the pull request'}],
	complete: (remark, post) => ({
		...remark,
		place: remark.place && (wholePlace(post) ?? remark.place),
		alsoAt: macroscopePlaces(post),
		blocks: remark.blocks.map(withoutPlusSigns),
	}),
});

const prompted = /^In file @(?<path>\S+) around lines? (?<start>\d+)(?:-(?<end>\d+))?:$/;
const listed = /^`(?<path>[^`:]+):(?<start>\d+)(?:-(?<end>\d+))?`$/;

const wholePlace = ({blocks}: Post): Place | null => placeIn(prompted, promptLines(blocks)[0] ?? '');

const macroscopePlaces = ({blocks}: Post): Place[] =>
	blocks
		.filter(isProse)
		.filter(({sections}) => sections.some(({summary}) => /^Also found in/.test(summary)))
		.flatMap(({text}) => placeIn(listed, text) ?? []);

/** Some suggestions are copied from a diff with a plus sign at the start of every line. */
function withoutPlusSigns(block: Block): Block {
	const isCut =
		block.kind === 'fence' && block.info === 'suggestion' && block.lines.every(line => line.startsWith('+'));
	if (!isCut) return block;
	return {...block, lines: block.lines.map(line => line.slice(1))};
}
