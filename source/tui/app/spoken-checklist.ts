import type {Checklist, ChecklistItem} from './checklist.ts';

/** A checklist in text mode: all of it when it opens, then what has changed. */
export function spokenChecklist(dialog: Checklist, before: Checklist | null): string[] {
	const known = new Map(before?.items.map(item => [item.id, spokenItem(item)]));
	const changed = dialog.items.flatMap((item, index) =>
		known.get(item.id) === spokenItem(item) ? [] : [`${index + 1}. ${spokenItem(item)}`],
	);
	const keys = before !== null && spokenKeys(before) === spokenKeys(dialog) ? [] : [spokenKeys(dialog)];
	return [...(before === null ? [dialog.title] : []), ...changed, ...(dialog.items.length > 0 ? keys : [])];
}

function spokenItem({label, isTicked, notes}: ChecklistItem): string {
	const box = isTicked === null ? 'not possible' : isTicked ? 'ticked' : 'not ticked';
	return `${label}, ${box}: ${notes.map(({text}) => text).join('; ')}`;
}

/** Numbers tick in text mode. */
function spokenKeys({offers}: Checklist): string {
	const others = offers.filter(({press}) => press !== 'space').map(({key, word}) => `${key} (${word})`);
	return `A number ticks or unticks; ${others.join(', ')}?`;
}
