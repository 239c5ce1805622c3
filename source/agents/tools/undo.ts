import * as z from 'zod/mini';
import {formatText} from '../../document/text.ts';
import {Failure} from '../../failure.ts';
import {patiently} from '../../run/records/kept-file.ts';
import {undoDocument} from '../../run/undo/undo-document.ts';
import {ofBranch} from './pull-request.ts';
import {job, writesHere} from './tool.ts';

export const undoTool = job({
	name: 'undo',
	title: 'Undo a run',
	description:
		'Undoes what apply wrote in the working tree, but for lines that were edited since. Without run: the latest of this server. What is published only a person undoes.',
	input: z.strictObject({run: z.optional(z.string().check(z.maxLength(100)))}),
	annotations: writesHere,
	async call({run = null}, desk, signal) {
		const reading = await ofBranch('undo', desk, signal);
		const runs = reading.own.all();
		const wanted = run === null ? runs.at(-1) : runs.find(({id}) => id === run);
		if (!wanted) {
			const message = `This server has written ${run === null ? 'nothing that can be undone' : 'no such run'}.`;
			throw new Failure('usage', 'unknown-run', message, 'A person undoes other runs: pr-resolve runs lists them.');
		}
		if (wanted.isPushed) {
			const remedy = `A person undoes it with: pr-resolve undo ${wanted.id} --publish`;
			throw new Failure('usage', 'cannot-undo', `Run ${wanted.id} is on the pull request.`, remedy);
		}
		const {report} = await patiently(() => reading.session.undo(wanted.id, signal), {...desk.context, signal});
		await desk.read(null, {refresh: true, isWriter: true}, signal);
		return formatText(undoDocument(report), {room: Number.POSITIVE_INFINITY, paint: (_, text) => text}).trim();
	},
});
