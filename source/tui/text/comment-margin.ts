import type {Container} from '../../review/containers.ts';
import type {Block} from '../../review/markdown.ts';
import {padStart, widthOf} from '../../text/cells.ts';
import type {Symbols} from '../theme.ts';
import {emptyLine, type Line, lineWidth, type Span, span} from './line.ts';

type Part = {first: Span; next: Span};

const marginIndent: Part = {first: span('  '), next: span('  ')};

/** What stands left of the blocks of a comment: bars of quotations, bullets, numbers and boxes of lists. */
export class CommentMargin {
	readonly #view: {width: number; symbols: Symbols};
	/** Width of the marker of each list item that has begun. */
	readonly #begun = new Map<Container, number>();

	constructor(view: {width: number; symbols: Symbols}) {
		this.#view = view;
	}

	/**
	 * What the first line of a block begins with and what the others do, and the cells to the right of it.
	 * @param depth number of sections that the block is indented by
	 */
	of(block: Block, depth: number): {first: Line; next: Line; room: number} {
		const {width} = this.#view;
		const parts = [...Array<Part>(depth).fill(marginIndent), ...this.#partsOf(block)];
		const room = (kept: readonly Part[]) => width - lineWidth(kept.map(({next}) => next));
		const most = width / 2;
		let used = 0;
		const kept = parts.filter((part, index) => {
			used += widthOf(part.next.text);
			// What is nested too deep for the room keeps the innermost sign.
			return used <= most || index === parts.length - 1;
		});
		return {first: kept.map(({first}) => first), next: kept.map(({next}) => next), room: Math.max(1, room(kept))};
	}

	/** Notes that the items of the block have their marker. */
	begin(block: Block): void {
		for (const container of block.containers ?? []) {
			if (!this.#begun.has(container)) this.#begun.set(container, widthOf(this.#markerOf(container, block)));
		}
	}

	/** The box of a list item that is a task, as `[x]`; null if the block does not begin one. */
	taskOf(block: Block): string | null {
		const item = block.containers?.at(-1);
		if (block.kind !== 'prose' || item?.kind !== 'item' || this.#begun.has(item)) return null;
		return /^\[[ xX]\](?=\s+\S)/.exec(block.text)?.[0] ?? null;
	}

	/** The line between two blocks: with the bars of quotations that both are in. */
	between(before: Block, block: Block, depth: number): Line {
		const others = new Set(before.containers);
		const shared = (block.containers ?? []).filter(container => others.has(container));
		const last = shared.findLastIndex(({kind}) => kind === 'quote');
		if (last < 0) return emptyLine;
		const bars = this.of({...block, containers: shared.slice(0, last + 1)}, depth).next;
		return bars.map((bar, index) => (index === bars.length - 1 ? {...bar, text: bar.text.trimEnd()} : bar));
	}

	#partsOf(block: Block): Part[] {
		return (block.containers ?? []).map(container => {
			if (container.kind === 'quote') {
				const bar = span(`${this.#view.symbols.quote} `, 'quiet');
				return {first: bar, next: bar};
			}
			const width = this.#begun.get(container);
			const blanks = (count: number) => span(' '.repeat(count));
			if (width !== undefined) return {first: blanks(width), next: blanks(width)};
			const marker = this.#markerOf(container, block);
			return {first: span(marker, 'accent'), next: blanks(widthOf(marker))};
		});
	}

	#markerOf(container: Container, block: Block): string {
		if (container.kind === 'quote') return '';
		const {list, number} = container;
		const task = container === block.containers?.at(-1) ? this.taskOf(block) : null;
		if (number !== null) {
			const own = padStart(`${number}.`, `${list.last}.`.length);
			return task === null ? `${own} ` : `${own} ${task} `;
		}
		return `${task ?? this.#view.symbols.bullet} `;
	}
}

/** Whether no empty line is between two blocks: the list that both are in is tight. */
export function isInTightList(before: Block, block: Block): boolean {
	const others = before.containers ?? [];
	let isTight = false;
	for (const [index, container] of (block.containers ?? []).entries()) {
		const other = others[index];
		if (other?.kind === 'item' && container.kind === 'item') {
			if (other.list !== container.list) break;
			isTight = container.list.isTight;
			if (other !== container) break;
		} else if (other !== container) break;
	}
	return isTight;
}
