import * as z from 'zod/mini';
import {describeMark, proofOf, reasonGiven} from '../mark-finding.ts';
import {findById, shortIdOf} from '../view/short-ids.ts';
import {ofBranch} from './pull-request.ts';
import {job, writesHere} from './tool.ts';

export const markTool = job({
	name: 'mark',
	title: 'Mark a finding',
	description:
		'Keeps what you did or decided. fixed: you edited the code another way (a note; the thread is answered once a pushed commit shows it). declined: it is wrong or not wanted; needs a reason. deferred: the person decides, with your reason. open: removes your mark. What people wrote or answered, severe and security findings you cannot decline: they become deferred.',
	input: z.strictObject({
		id: z.string(),
		as: z.enum(['fixed', 'declined', 'deferred', 'open']),
		reason: z.optional(
			z.string().check(z.maxLength(2_000), z.describe('Why, in a sentence; for declined at least three words')),
		),
	}),
	annotations: {...writesHere, idempotentHint: true},
	async call({id, as, reason}, desk, signal) {
		const reading = await ofBranch('mark', desk, signal);
		const finding = findById(reading.planned.analysis.findings, id);
		const marked = await reading.session.mark(finding, {as, reason: reasonGiven(reason), by: 'agent'});
		await desk.plan(reading, signal);
		const {analysis} = reading.planned;
		const fix = marked.as === 'fixed' ? await proofOf(finding, analysis, {...desk.context, signal}) : null;
		return `${shortIdOf(analysis.findings, finding.id)} ${describeMark({finding, ...marked, fix})}`;
	},
});
