import * as z from 'zod/mini';
import {deliveryLines} from '../../delivery/delivery-lines.ts';
import type {DeliveryOffer} from '../../delivery/offer/offered.ts';
import type {DeliveryReport} from '../../delivery/publish/report-publication.ts';
import {Failure} from '../../failure.ts';
import {finishRun} from '../../run/continue.ts';
import {compareTree} from '../../run/pull-request/right-tree.ts';
import {findUnfinished} from '../../run/records/unfinished.ts';
import {makeReport} from '../../run/report/make-report.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {someNames} from '../../text/sentences.ts';
import {notAllowed, type Step, steps} from '../allow.ts';
import type {Desk, Reading} from '../desk.ts';
import {commandFor, lookOutward, possibleSteps, requestFor, stepsWanted} from '../outward.ts';
import {oneLine} from '../view/one-line.ts';
import {ofBranch} from './pull-request.ts';
import {job} from './tool.ts';

export const publishTool = job({
	name: 'publish',
	title: 'Publish what was previewed',
	description:
		'Commits what apply wrote, pushes, replies and resolves, as previewed: only what the person allowed when starting the server. Otherwise it names the command for the person. After an interruption, call it again with the same hash.',
	input: z.strictObject({
		hash: z.string().check(z.describe('Of preview')),
		steps: z.optional(z.array(z.enum(steps)).check(z.minLength(1), z.describe('Default: all that are allowed'))),
	}),
	annotations: {readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true},
	doing(desk) {
		const writes = desk.last()?.driver.state().delivery?.writes;
		return writes ? `${writes.done} of ${writes.of} writes are done.` : '';
	},
	call: ({hash, steps: asked = null}, desk, signal) => publish(hash, asked, desk, signal),
});

async function publish(hash: string, asked: readonly Step[] | null, desk: Desk, signal: AbortSignal): Promise<string> {
	const reading = await ofBranch('publish', desk, signal);
	const wanted = stepsWanted(asked, desk.allowed);
	const barred = (asked ?? (wanted.length === 0 ? steps : [])).filter(step => !desk.allowed.has(step));
	if (desk.place === 'recording') {
		const remedy = 'Start pr-resolve mcp without --from.';
		throw new Failure('usage', 'not-allowed', 'A recording is not on GitHub.', remedy);
	}
	if (barred.length > 0) throw notAllowed(barred, commandFor(asked ?? steps, reading));
	const cut = desk.cut?.hash === hash ? await goOn(desk.cut.run, desk, signal) : null;
	if (cut !== null) return cut;
	const context = {...desk.context, signal};
	const {pullRequest, repository} = reading.planned.analysis;
	await compareTree(pullRequest, repository, wanted.includes('push') ? 'branch' : 'nothing', context);
	const outward = await lookOutward(reading, desk, signal);
	if (outward.hash !== hash) {
		const remedy = 'Call preview again, look at it, and publish with its new hash.';
		throw new Failure('usage', 'preview-changed', 'Something has changed since the preview.', remedy);
	}
	refuseForPeople(outward.offer, wanted, reading);
	const {session, driver, planned} = reading;
	const {possible, obstacles} = possibleSteps(outward.offer, wanted);
	const request = requestFor(possible, reading, desk);
	const control = {prompts: null, stopVerifying: null, signal};
	const {failure} = await driver.follow(session.delivery.close(planned, request, control));
	const state = driver.state();
	const isCut = failure !== null || state.stops.some(({ending}) => ending !== 'done');
	// A plan made since does not know it any more.
	const run = state.recorded ?? reading.own.all().at(-1)?.id ?? null;
	desk.cut = isCut && run !== null ? {hash, run} : null;
	if (failure !== null) throw failure;
	const report = makeReport(state, planned.snapshotOf, reading.request.policy.mode);
	await desk.read(null, {refresh: true, isWriter: true}, signal);
	const told = [describeDelivery(report), ...obstacles.map(escapeLines)].filter(Boolean);
	return told.join('\n') || 'There was nothing to publish.';
}

const describeDelivery = (report: DeliveryReport): string =>
	deliveryLines(report)
		.map(({text}) => escapeLines(text))
		.join('\n');

/** Finishes the run that was cut; null if nothing of it is open. */
async function goOn(run: string, desk: Desk, signal: AbortSignal): Promise<string | null> {
	const context = {...desk.context, signal};
	desk.cut = null;
	const found = await findUnfinished(run, null, context).catch(orNothing);
	if (found === null) return null;
	const {home, unfinished} = found;
	const report = await finishRun(unfinished.run, home, {prompts: null}, context);
	await desk.read(null, {refresh: true, isWriter: true}, signal);
	return `Run ${report.run.id} went on.\n${describeDelivery(report)}`;
}

/** What a person would have to see before it leaves. @throws {Failure} usage `needs-person` */
function refuseForPeople({commit, push, hooks}: DeliveryOffer, wanted: readonly Step[], reading: Reading): void {
	const answered = [
		...(wanted.includes('commit') && 'what' in commit ? commit.what.answered : []),
		...(wanted.includes('push') && push && 'what' in push ? push.what.answered : []),
	];
	const outsiders = wanted.includes('push') && push && 'what' in push ? push.what.outsiders : [];
	const runsHooks = Boolean(reading.request.presets.hooks) && (wanted.includes('commit') || wanted.includes('push'));
	const strangers = runsHooks ? (hooks.strangers ?? []) : [];
	const why = [
		...(answered.length > 0 ? [`people have answered ${someNames(answered)}`] : []),
		...(outsiders.length > 0 ? [`it has changes by ${someNames(outsiders)}, without write access`] : []),
		...(strangers.length > 0 ? [`hooks would run code by ${someNames(strangers)}, without write access`] : []),
	];
	if (why.length === 0) return;
	const message = `A person has to look at this first: ${oneLine(why.join('; '))}.`;
	throw new Failure('usage', 'needs-person', message, `A person runs: ${commandFor(wanted, reading)}`);
}

function orNothing(error: unknown): null {
	if (error instanceof Failure && error.code === 'nothing-to-continue') return null;
	throw error;
}
