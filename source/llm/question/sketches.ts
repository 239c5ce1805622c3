import {locateSketch} from '../../resolve/place/locate.ts';
import {searchable} from '../../resolve/place/occurrences.ts';
import type {Sketch, SnippetHunk} from '../../review/finding.ts';
import {identify} from '../../review/identity.ts';
import {isChange} from '../../review/snippet.ts';
import {type Edit, placeNear} from './edit.ts';
import {type Fault, fault} from './fault.ts';
import type {Question} from './question.ts';
import type {ShownPlace} from './show.ts';

/**
 * Makes one sketch for each place of the finding, with its edits in file order. Each must match at exactly one
 * place, in or next to the finding's lines, by the rule that will place it later.
 */
export function sketchAll(edits: readonly Edit[], question: Question, confidence: number): Sketch[] | Fault {
	const real = edits.filter(edit => isChange(hunkOf(edit)));
	if (real.length === 0) return fault('changes-nothing', 'the answer changes nothing: "old" and "new" are the same');
	const ordered = real.toSorted((a, b) => a.at - b.at);
	for (const ofFile of Map.groupBy(ordered, ({shown}) => shown.path).values()) {
		if (ofFile.some((edit, index) => edit.at < endOf(ofFile[index - 1]))) {
			return fault('overlap', 'the edits of the answer overlap');
		}
	}
	const groups = Map.groupBy(ordered, ({at, shown}) => placeNear(at, shown.path, question));
	const sketches: Sketch[] = [];
	for (const place of question.places) {
		const group = groups.get(place);
		if (!group) continue;
		const sketch = sketchOf(place, group, {id: question.subject.remark.id, index: sketches.length, confidence});
		const found = locateSketch(sketch, searchable(group[0]?.shown.file ?? []));
		if (found.kind === 'several') return fault('ambiguous', 'the lines of "old" occur in several places');
		if (found.kind === 'none') return fault('far-away', 'the lines of "old" are not next to those of the comment');
		sketches.push(sketch);
	}
	return sketches;
}

type Origin = {id: string; index: number; confidence: number};

function sketchOf({path, lines}: ShownPlace, edits: readonly Edit[], {id, index, confidence}: Origin): Sketch {
	const hunks = edits.map(hunkOf);
	return {
		id: identify('c', id, 'model', index, path, JSON.stringify(hunks)),
		from: 'model',
		path,
		commit: null,
		near: lines,
		hunks,
		flaw: null,
		confidence,
		isOption: false,
	};
}

const hunkOf = ({old, new: fresh}: Edit): SnippetHunk => ({old, new: fresh, line: null});
const endOf = (edit: Edit | undefined) => (edit ? edit.at + edit.old.length : 0);
