import type {Finding} from '../../review/finding.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {Asker, ModelRun} from './asker.ts';
import type {WaitForCircuit} from './circuit-wait.ts';
import type {QuestionContext} from './prepare.ts';

/**
 * Asks a model about the findings without code; returns the same findings.
 * @param opened stays open; null: one for these questions
 * @param waitForCircuit as that of the asker's `ask` @throws as that
 */
export async function* askAbout(
	findings: readonly Finding[],
	ground: QuestionContext,
	run: ModelRun,
	context: Context,
	opened: Asker | null = null,
	waitForCircuit: WaitForCircuit | null = null,
): AsyncGenerator<RunEvent, Finding[]> {
	if (opened) return yield* opened.ask(findings, ground, context.signal, waitForCircuit);
	// Most runs use no model.
	const {openAsker} = await import('./asker.ts');
	const asker = openAsker(run, context);
	try {
		return yield* asker.ask(findings, ground, context.signal, waitForCircuit);
	} finally {
		await asker.close();
		// After an interruption, what was under way has ended since the last event.
		const metrics = asker.account();
		if (metrics) yield {type: 'metrics', metrics};
	}
}
