import type {Ruling} from '../../resolve/decide.ts';
import {formatWork, workOf} from '../../run/plan/plan-of.ts';
import {formatLeft} from '../../run/report/outcome.ts';
import type {Planned} from '../../run/session/planned.ts';
import {padStart, widestOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {type Hint, hintTo, keyTo} from '../app/keymap.ts';
import {type Line, line, span, type Tone} from '../text/line.ts';
import {modelsIn} from './change-lines.ts';
import {type PlannedFile, plannedFiles} from './planned-files.ts';
import {findingsIn} from './rows.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';

/** The question before writing files; null if there is nothing to write. */
export function applyQuestion(state: ReviewState): ReviewQuestion | null {
	const {planned} = state;
	if (!planned) return null;
	const files = plannedFiles(planned);
	if (files.length === 0) return null;
	const {rulings} = planned.plan;
	return {
		what: 'apply',
		title: `Write ${formatWork(workOf(rulings), 'to')} (${changedLines(files)} lines)?`,
		// What matters for the answer comes first; the files are last.
		lines: [...notes(state, planned), ...fileLines(files)],
		offers: [hintTo(state, 'diff', 'diff'), ...limitOffer(state)],
	};
}

/** Ids of the findings that the list shows. */
const listedFindings = ({list}: Pick<ReviewState, 'list'>): ReadonlySet<string> =>
	new Set(findingsIn(list.rows).map(({id}) => id));

/** How many of the findings that the plan writes the filter hides. */
export function hiddenInPlan(state: ReviewState): number {
	const listed = listedFindings(state);
	const made = (state.planned?.plan.rulings ?? []).filter(({outcome}) => outcome === 'apply');
	return findingIdsOf(made).filter(id => !listed.has(id)).length;
}

/** The key that limits what is written to the listed findings, or lifts that limit; none if the list shows them all. */
export function limitOffer(state: ReviewState): Hint[] {
	if (state.only !== null) return [{key: 'f', word: 'all'}];
	return hiddenInPlan(state) > 0 ? [{key: 'f', word: 'only listed'}] : [];
}

/** What there is to know before the answer. */
function notes(state: ReviewState, {plan}: Planned): Line[] {
	const {run, index, seen, only} = state;
	const made = plan.rulings.filter(({outcome}) => outcome === 'apply');
	const findings = findingIdsOf(made);
	const unseen = findings.filter(id => !seen.has(id)).length;
	const hidden = hiddenInPlan(state);
	const {changes, models} = modelsIn(plan.rulings);
	const later = new Set(findingIdsOf(plan.rulings.filter(({outcome}) => outcome === 'planned'))).size;
	const left = formatLeft(index.standing.left).map(({text}) => text);
	return [
		...noteIf(
			isIncomplete(run),
			`Parts of the pull request could not be read (${keyTo(state, 'about')} shows which).`,
			'warning',
		),
		...run.warnings
			.filter(({kind}) => kind === 'other-branch' || kind === 'wrong-tree' || kind === 'over-objections')
			.map(({text}) => line(`  Note that ${safe(text)}.`, 'warning')),
		...sharing(made).map(text => line(`  ${text}`)),
		...noteIf(
			only !== null,
			`Limited to the listed findings; ${count(later, 'other finding')} ${later === 1 ? 'stays' : 'stay'} planned.`,
			'accent',
		),
		...noteIf(
			hidden > 0,
			`The filter hides ${hidden} of these findings; f writes only those that it lists.`,
			'warning',
		),
		...noteIf(unseen > 0, `You have not looked at ${unseenOf(unseen, findings.length)}.`),
		...noteIf(
			changes > 0,
			`${changes} of these changes ${changes === 1 ? 'is' : 'are'} by a model: ${models.join(', ')}.`,
			'model',
		),
		...noteIf(left.length > 0, `Open after this: ${left.join(', ')}.`),
	];
}

const noteIf = (isTrue: boolean, text: string, tone: Tone = 'plain'): Line[] =>
	isTrue ? [line(`  ${text}`, tone)] : [];

const unseenOf = (unseen: number, all: number): string =>
	all === 1 ? 'it' : `${unseen === all ? 'any' : unseen} of these findings`;

/** Ids of the findings that changes are for, each once. */
const findingIdsOf = (rulings: readonly Ruling[]): string[] => [
	...new Set(rulings.flatMap(({proposal}) => proposal.findings.map(({id}) => id))),
];

/** Why there are not as many changes as findings. */
function sharing(made: readonly Ruling[]): string[] {
	const shared = made.filter(({proposal}) => proposal.findings.length > 1);
	const findings = made.flatMap(({proposal}) => proposal.findings);
	const needing = [...Map.groupBy(findings, ({id}) => id).values()].filter(({length}) => length > 1);
	const changes = needing.reduce((sum, {length}) => sum + length, 0);
	return [
		...(shared.length > 0 ? [`${findingIdsOf(shared).length} findings share ${count(shared.length, 'change')}.`] : []),
		...(needing.length > 0
			? [`${count(needing.length, 'finding')} ${needing.length === 1 ? 'needs' : 'need'} ${changes} changes.`]
			: []),
	];
}

function fileLines(files: readonly PlannedFile[]): Line[] {
	const added = widestOf(files.map(file => `+${file.added}`));
	const removed = widestOf(files.map(file => `-${file.removed}`));
	return files.map(file => [
		span('  '),
		span(padStart(`+${file.added}`, added), 'added'),
		span(' '),
		span(padStart(`-${file.removed}`, removed), 'removed'),
		span(`  ${safe(file.path)}`),
	]);
}

function changedLines(files: readonly PlannedFile[]): string {
	const sum = (value: (file: PlannedFile) => number) => files.reduce((total, file) => total + value(file), 0);
	return `+${sum(({added}) => added)} -${sum(({removed}) => removed)}`;
}

const isIncomplete = ({pullRequest}: ReviewState['run']) => (pullRequest?.completeness.incomplete.length ?? 0) > 0;

/** Limits the question of what to write to the listed findings, or lifts that limit, and asks again with the new plan. */
export function switchLimit(state: ReviewState): ReviewStep {
	return replan({...state, only: state.only === null ? listedFindings(state) : null, wanted: 'apply'});
}

/** A limit ends with its question: all later plans are whole again. */
export function endLimit(step: ReviewStep): ReviewStep {
	const {only, wanted, stage} = step.state;
	const isWriting = stage === 'writing' || stage === 'delivering';
	if (only === null || wanted === 'apply' || isWriting || isQuestionOpen(step.state)) return step;
	const {state, effects} = replan({...step.state, only: null});
	return {state, effects: [...step.effects, ...effects]};
}

function isQuestionOpen({dialog, delivery}: ReviewState): boolean {
	const question = dialog?.kind === 'page' ? dialog.over : dialog;
	// Without a checkout, the list of the steps is the question.
	if (question?.kind === 'checklist') return delivery.presets.place === 'host';
	return question?.kind === 'confirm' && question.question.what === 'apply';
}
