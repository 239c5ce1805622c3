import type {RunEvent} from '../run/events.ts';
import {count} from '../text/count.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {formatAsking} from './model-text.ts';

/** Tells whom a run asks before anything leaves, about how many findings, and about which it does not ask. */
export function makeAskingLine(tell: (line: string) => void): (event: RunEvent) => void {
	const unasked: string[] = [];
	let isBefore = true;
	return event => {
		if (event.type === 'asking') {
			isBefore = false;
			const lines = event.questions === 0 ? [] : [formatAsking(event)];
			for (const line of [...lines, ...formatUnasked(unasked)]) tell(line);
		} else if (event.type === 'answered' && isBefore) unasked.push(event.finding.disposition?.reason ?? '');
	};
}

function formatUnasked(reasons: readonly string[]): string[] {
	const groups = [...Map.groupBy(reasons, reason => reason)];
	return groups.map(([reason, {length}]) => escapeControls(`${count(length, 'finding')} not sent: ${reason}`));
}
