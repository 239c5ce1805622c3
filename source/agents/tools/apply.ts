import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import type {Finding} from '../../review/finding.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {finishRun} from '../../run/continue.ts';
import {diffOf} from '../../run/plan/plan-of.ts';
import {compareTree} from '../../run/pull-request/right-tree.ts';
import {interruptedFailure} from '../../run/records/interruption.ts';
import {interruptedRun} from '../../run/records/journal.ts';
import {patiently} from '../../run/records/kept-file.ts';
import {findUnfinished} from '../../run/records/unfinished.ts';
import {judgeFindings} from '../../run/report/outcome.ts';
import type {Planned} from '../../run/session/planned.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {count} from '../../text/sentences.ts';
import {mayTake, notAllowed} from '../allow.ts';
import type {Desk, Reading} from '../desk.ts';
import {withFramed} from '../view/frame.ts';
import {oneLine} from '../view/one-line.ts';
import {shortIdOf} from '../view/short-ids.ts';
import {findAll, ids, needsCheckout, ofBranch} from './pull-request.ts';
import {job, writesHere} from './tool.ts';

export const applyTool = job({
	name: 'apply',
	title: 'Apply suggestions as written',
	description:
		'Writes suggested code to the files exactly as the reviewers wrote it, no model involved; undo reverts it. Without ids: all that is planned. Naming one side of a conflict chooses it. What people hold back is not written. Call it before your own edits.',
	input: z.strictObject({
		ids: z.optional(ids),
		dry_run: z.optional(z.boolean().check(z.describe('Show the diff only'))),
		continue: z.optional(z.boolean().check(z.describe('Finish an interrupted run'))),
	}),
	annotations: writesHere,
	call: ({ids: wanted = null, dry_run: isDry = false, continue: goesOn = false}, desk, signal) =>
		goesOn ? finish(desk, signal) : applyFindings({wanted, isDry}, desk, signal),
});

async function finish(desk: Desk, signal: AbortSignal): Promise<string> {
	if (desk.place === 'host') throw needsCheckout('apply');
	const context = {...desk.context, signal};
	const {home, unfinished} = await findUnfinished(null, null, context);
	const {id} = unfinished.run;
	if (unfinished.kind !== 'apply') {
		const remedy = `A person finishes that with: pr-resolve undo ${id}`;
		throw new Failure('usage', 'cannot-undo', `Run ${id} was being undone by a person.`, remedy);
	}
	const barred = unfinished.left.filter(kind => kind !== 'files' && !mayTake(kind, desk));
	if (barred.length > 0) throw notAllowed(barred, `pr-resolve apply --continue ${id}`);
	const report = await finishRun({...unfinished.run}, home, {prompts: null}, context);
	await desk.read(null, {refresh: true, isWriter: true}, signal);
	const refused = report.refused.map(({path, reason}) => `left: ${oneLine(path)}: ${reason}`);
	return [`Run ${report.run.id} is finished: ${count(report.written.length, 'file')} written.`, ...refused].join('\n');
}

async function applyFindings(
	{wanted, isDry}: {wanted: readonly string[] | null; isDry: boolean},
	desk: Desk,
	signal: AbortSignal,
): Promise<string> {
	const context = {...desk.context, signal};
	const reading = await ofBranch('apply', desk, signal);
	const {analysis} = reading.planned;
	const {repository, pullRequest} = analysis;
	if (!isDry) {
		const interrupted = await interruptedRun(repository, context);
		if (interrupted) throw await interruptedFailure(interrupted, repository, context);
		await compareTree(pullRequest, repository, 'tree', context);
	}
	const named = wanted === null ? null : findAll(wanted, reading);
	const {picked, notes} = named ? pick(named, reading) : {picked: null, notes: []};
	const only = named && new Set(named.map(({id}) => id));
	try {
		const planned = await desk.plan(reading, signal, {only, picked});
		if (isDry) {
			const patch = escapeLines(diffOf(planned.analysis, planned.plan)).trimEnd();
			const lines = [...outcomesOf(reading, only), ...notes, ...(patch === '' ? ['Nothing would change.'] : [])];
			return withFramed(lines, {name: 'what would change', body: patch}, desk.context.randomId);
		}
		const {driver, session} = reading;
		const standing = await patiently(() => driver.follow(session.apply(planned, null, signal)), context);
		const run = driver.state().written?.runId ?? null;
		const lines = outcomesOf(reading, only ?? madeBy(planned));
		const isThere = run !== null && standing.runs.some(({id}) => id === run);
		const undo = isThere ? [`Call undo to undo it, or run: pr-resolve undo ${run}`] : ['Nothing was written.'];
		return [...lines, ...notes, ...undo].join('\n');
	} finally {
		// What was limited to these findings does not stay the plan, whatever has come of it.
		await desk.plan(reading, desk.context.signal);
	}
}

/** Ids of the findings that a plan writes. */
const madeBy = ({plan}: Planned): Set<string> =>
	new Set(
		plan.rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? proposal.findings.map(({id}) => id) : [])),
	);

/** What came of findings, a line each. */
function outcomesOf({driver, planned}: Reading, only: ReadonlySet<string> | null): string[] {
	const {findings} = planned.analysis;
	return judgeFindings(driver.state()).flatMap(({finding, verdict: {outcome, reason}}) => {
		if (only ? !only.has(finding.id) : outcome !== 'planned') return [];
		const why = reason === '' ? '' : `: ${oneLine(reason)}`;
		return [`${shortIdOf(findings, finding.id)} ${outcome}${why}`];
	});
}

/** The changes of named findings that are sides of conflicts, but for those against a side that only a person can decline. */
function pick(named: readonly Finding[], {planned}: Reading): {picked: Set<string>; notes: string[]} {
	const picked = new Set<string>();
	const notes: string[] = [];
	const {findings} = planned.analysis;
	const owners = new Map(findings.flatMap(finding => finding.changes.map(({id}) => [id, finding] as const)));
	for (const finding of named) {
		const own = new Set(finding.changes.map(({id}) => id));
		for (const group of planned.groups.filter(({changes}) => changes.some(id => own.has(id)))) {
			const others = [...new Set(group.changes.flatMap(id => owners.get(id) ?? []))].filter(
				({id}) => id !== finding.id,
			);
			if (others.length === 0) continue;
			const barred = others.find(other => whyForPeople(other) !== null);
			if (barred) {
				const [mine, other] = [finding, barred].map(({id}) => shortIdOf(findings, id));
				notes.push(`${mine} was not chosen over ${other}, because ${whyForPeople(barred)}: a person chooses.`);
			} else for (const id of group.changes) if (own.has(id)) picked.add(id);
		}
	}
	return {picked, notes};
}
