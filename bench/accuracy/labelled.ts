import {minimalEdits} from '../../source/resolve/edits.ts';
import {findingsOf} from './claims.ts';
import type {Case} from './corpus.ts';
import type {LabelChange} from './labels/label.ts';
import {linesOf, takeableOf} from './labels/rows.ts';
import type {RunClaims, Trial} from './trial.ts';

/** How what a run did for one comment compares with its label. `not made`: left alone, with a reason in the report. */
export type LabelledVerdict = {comment: string; bot: string; verdict: 'right' | 'not made' | 'wrong'; why: string};

/**
 * Judges the labelled comments of a whole pull request by the changes that the report says were applied for them: they
 * must replace the lines of the label by its lines. The label counts in the commit that was reviewed: where the head
 * holds the text of the label already, leaving it alone is right.
 */
export function judgeLabelled({expected}: Case, {said, files}: Pick<Trial, 'said' | 'files'>): LabelledVerdict[] {
	return Object.entries(expected.perComment ?? {}).map(([comment, {bot, expected: label}]) => {
		const findings = said ? findingsOf(said, comment) : [];
		const ids = new Set(findings.flatMap(({changes}) => changes));
		const applied = said?.changes.filter(({id, outcome}) => ids.has(id) && outcome === 'applied') ?? [];
		const why = findings.map(({outcome, reason}) => [outcome, reason].filter(Boolean).join(', ')).join('; ');
		if (applied.length === 0) {
			const open = takeableOf(label).filter(({path, new_text}) => !holds(files.get(path), new_text));
			return {comment, bot, verdict: open.length > 0 ? 'not made' : 'right', why};
		}
		const isAsked = [label.changes, ...(label.options ?? [])].some(changes => isMadeOf(applied, changes));
		return {comment, bot, verdict: isAsked ? 'right' : 'wrong', why};
	});
}

const holds = (file: Buffer | undefined, text: string) => text !== '' && file?.includes(text) === true;

function isMadeOf(applied: RunClaims['changes'], changes: readonly LabelChange[]): boolean {
	const isOnItsLines = applied.every(({path, original}) =>
		changes.some(change => {
			const end = change.end_line ?? Number.POSITIVE_INFINITY;
			return change.path === path && original.start <= end && original.end >= (change.start_line ?? end);
		}),
	);
	const made = applied.flatMap(({path, diff}) =>
		diff
			.split('\n')
			.filter(isEdit)
			.map(line => `${path} ${line}`),
	);
	const asked = changes.flatMap(({path, old_text, new_text}) => {
		const old = linesOf(old_text ?? '');
		return minimalEdits(old, linesOf(new_text)).flatMap(({from, to, lines}) => [
			...old.slice(from, to).map(line => `${path} -${line}`),
			...lines.map(line => `${path} +${line}`),
		]);
	});
	return isOnItsLines && made.toSorted().join('\n') === asked.toSorted().join('\n');
}

const isEdit = (line: string) => /^[-+]/.test(line);
