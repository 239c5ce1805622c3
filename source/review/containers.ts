import type {Token} from 'markdown-it';

/** A block quote, or one item of a list. */
export type Container =
	| {kind: 'quote'}
	| {kind: 'item'; list: List /** Null in a bullet list. */; number: number | null};

export type List = {
	/** Whether the author left no blank lines between items. */
	isTight: boolean;
	/** The highest number; null in a bullet list. */
	last: number | null;
};

/** Follows block quotes and lists through the tokens of a text. */
export class ContainerTree {
	readonly #open: Container[] = [];
	readonly #lists: List[] = [];
	#shared: readonly Container[] = [];

	/** The open containers, outermost first; the same array until one opens or closes. */
	containers(): readonly Container[] {
		return this.#shared;
	}

	follow(token: Token): void {
		switch (token.type) {
			case 'bullet_list_open':
				this.#lists.push({isTight: true, last: null});
				break;
			case 'ordered_list_open':
				this.#lists.push({isTight: true, last: Number(token.attrGet('start') ?? 1) - 1});
				break;
			case 'bullet_list_close':
			case 'ordered_list_close':
				this.#lists.pop();
				break;
			case 'blockquote_open':
				this.#change(open => open.push({kind: 'quote'}));
				break;
			case 'list_item_open':
				this.#change(open => open.push(this.#nextItem()));
				break;
			case 'blockquote_close':
			case 'list_item_close':
				this.#change(open => open.pop());
				break;
			case 'paragraph_open': {
				const inner = this.#open.at(-1);
				if (inner?.kind === 'item' && !token.hidden) inner.list.isTight = false;
			}
		}
	}

	#nextItem(): Container {
		const list = this.#lists.at(-1) ?? {isTight: true, last: null};
		if (list.last !== null) list.last++;
		return {kind: 'item', list, number: list.last};
	}

	#change(how: (open: Container[]) => void) {
		how(this.#open);
		this.#shared = [...this.#open];
	}
}
