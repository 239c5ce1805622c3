import {widestOf} from '../../text/cells.ts';
import {type Line, line, span, type Tone, wrapLine} from '../text/line.ts';
import type {Hint} from './keymap.ts';
import {clamp} from './layout.ts';
import {scrollStep} from './page.ts';

export type ChecklistItem<Id extends string = string> = {
	id: Id;
	label: string;
	/** Null: it cannot be ticked. */
	isTicked: boolean | null;
	/** What it does, or why it cannot be ticked; each begins a line of its own. */
	notes: readonly {text: string; tone: Tone}[];
};

/** Choices over the panes. `at`: when it opened, in milliseconds; `cursor`: index of an item. */
export type Checklist<Id extends string = string> = {
	kind: 'checklist';
	title: string;
	items: readonly ChecklistItem<Id>[];
	cursor: number;
	at: number;
	/** Its own keys. */
	offers: readonly Hint[];
};

/** So many items have a key of their own: their number. */
const numberKeys = 9;

/** Cells before a label. */
const boxCells = 8;

/** The lines of each item, in the order of the items. */
export function itemLines({items, cursor}: Pick<Checklist, 'items' | 'cursor'>, columns: number): Line[][] {
	const room = widestOf(items.map(({label}) => label));
	const indent = ' '.repeat(Math.min(boxCells + room + 2, Math.max(4, columns - 20)));
	return items.map(({label, isTicked, notes}, index) => {
		const isAt = index === cursor;
		const box = isTicked === null ? ' - ' : isTicked ? '[x]' : '[ ]';
		const key = index < numberKeys ? index + 1 : ' ';
		const head = `${isAt ? '>' : ' '} ${key} ${box} ${label.padEnd(room)}  `;
		const [first, ...more] = notes;
		return [
			...wrapLine(
				[span(head, isAt ? 'strong' : isTicked === null ? 'quiet' : 'plain'), span(first?.text ?? '', first?.tone)],
				columns,
				indent,
			),
			...more.flatMap(({text, tone}) => wrapLine(line(`${indent}${text}`, tone), columns, indent)),
		];
	});
}

/** The checklist after a key that moves; null for any other key. */
export function moveInChecklist<Of extends Checklist>(dialog: Of, key: string): Of | null {
	const steps = key === 'tab' ? 1 : key === 'shift+tab' ? -1 : scrollStep(key, dialog.items.length);
	return steps === null ? null : {...dialog, cursor: clamp(dialog.cursor + steps, 0, dialog.items.length - 1)};
}

/** The item that a key ticks: the selected one, or the one with its number; null for any other key. */
export function itemOfKey<Id extends string>({items, cursor}: Checklist<Id>, key: string): ChecklistItem<Id> | null {
	if (key === 'space') return items[cursor] ?? null;
	return /^[1-9]$/.test(key) ? (items[Number(key) - 1] ?? null) : null;
}

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
