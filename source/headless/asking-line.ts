import type {RunEvent} from '../run/events.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {count} from '../text/sentences.ts';
import {formatAsking, formatQuestionTime} from './model-text.ts';

/** Before anything is sent: one line on the provider and the number of findings, then one for each reason not to send. */
export function makeAskingLine(print: (line: string) => void): (event: RunEvent) => void {
	const unasked: string[] = [];
	let isBefore = true;
	return event => {
		if (event.type === 'asking') {
			isBefore = false;
			const lines = event.questions === 0 ? [] : [formatAsking(event)];
			for (const line of [...lines, ...formatUnasked(unasked)]) print(line);
		} else if (event.type === 'question-time') {
			print(formatQuestionTime(event));
		} else if (event.type === 'answered' && isBefore) unasked.push(event.finding.disposition?.reason ?? '');
	};
}

function formatUnasked(reasons: readonly string[]): string[] {
	const groups = [...Map.groupBy(reasons, reason => reason)];
	return groups.map(([reason, {length}]) => escapeControls(`${count(length, 'finding')} not sent: ${reason}`));
}
