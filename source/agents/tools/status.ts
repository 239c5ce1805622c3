import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {interruptedRun} from '../../run/records/journal.ts';
import {judgeFindings, leftOf} from '../../run/report/outcome.ts';
import {toFailure} from '../../system/to-failure.ts';
import {count} from '../../text/sentences.ts';
import {nameAllowed} from '../allow.ts';
import type {Desk, Reading} from '../desk.ts';
import {textOfFailure} from '../failure-text.ts';
import {oneLine} from '../view/one-line.ts';
import {tool, writesHere} from './tool.ts';

export const statusTool = tool({
	name: 'status',
	title: 'See what is done and what is left',
	description:
		'What is written, committed and pushed, what is left, and the next sensible call. Waits for a call that still goes on, and gives its result; stop ends that.',
	input: z.strictObject({stop: z.optional(z.boolean())}),
	// It can stop another call.
	annotations: {...writesHere, idempotentHint: true},
	async call({stop = false}, desk, signal) {
		if (stop)
			desk.jobs.stop(
				new Failure('interrupted', 'interrupted', 'The agent has stopped the call.', 'Call it again to go on.'),
			);
		const news = await desk.jobs.wait(signal);
		const reading = desk.last();
		const lines = reading ? await describe(reading, desk, signal).catch(unreadable(news !== null)) : [unread];
		// A call that nobody waits for any more gives nothing.
		signal.throwIfAborted();
		news?.given();
		return [...(news ? [news.text] : []), `allowed to leave: ${nameAllowed(desk.allowed)}`, ...lines].join('\n');
	},
});

const unread = 'Nothing was read yet. Next: list_findings.';

/** What cannot be read now must not keep the result of a call that has ended. @throws the error, where there is none */
const unreadable = (hasNews: boolean) => (error: unknown) => {
	if (!hasNews) throw error;
	return [textOfFailure(toFailure(error))];
};

async function describe(last: Reading, desk: Desk, signal: AbortSignal): Promise<string[]> {
	const reading = await desk.read(last.number, {refresh: false}, signal);
	const {pullRequest, answers, repository} = reading.planned.analysis;
	const isHere = desk.place !== 'host';
	const interrupted = isHere ? await interruptedRun(repository, {...desk.context, signal}) : null;
	const judged = judgeFindings(reading.driver.state());
	const numberOf = (wanted: string) => judged.filter(({verdict}) => verdict.outcome === wanted).length;
	const runs = reading.own.all().map(({id, files, isCommitted, isPushed}) => {
		const where = isPushed ? 'pushed' : isCommitted ? 'committed, not pushed' : 'written, not committed';
		return `run ${id}: ${count(files.length, 'file')} ${where}`;
	});
	const marks = answers.marks.length === 0 ? [] : [`${count(answers.marks.length, 'finding')} marked`];
	const marked = new Map(answers.marks.map(({finding, as}) => [finding, as]));
	const planned = numberOf('planned');
	const left = judged.filter(({verdict}) => leftOf(verdict) !== null);
	const people = left.filter(({verdict}) => verdict.outcome === 'needs-person').length;
	const unproven = left.filter(({finding}) => marked.get(finding.id) === 'fixed').length;
	const open = left.length - people - unproven;
	return [
		oneLine(nameOf(pullRequest)),
		...runs,
		...marks,
		`left: ${planned} to apply as written, ${open} for you to edit or mark, ${people} need a decision by a person`,
		...(unproven > 0 ? [`marked fixed, and not on the head yet: ${unproven}`] : []),
		`Next: ${interrupted ? `apply with continue, because run ${interrupted.id} was interrupted` : nextCall({planned: isHere ? planned : 0, open})}.`,
	];
}

function nextCall({planned, open}: {planned: number; open: number}): string {
	if (planned > 0) return 'apply';
	return open > 0 ? 'show_finding of what is open (list_findings with is:open), then edit and mark' : 'preview';
}
