import type {Tree} from 'web-tree-sitter';

/** A place that does not match the grammar. */
export type SyntaxFault = {
	/** What is wrong with which text, without its place, so that it stays the same if lines move. */
	key: string;
	/** Offsets in UTF-16 units, the end exclusive; equal if something is missing. */
	start: number;
	end: number;
	/** 1-based. */
	line: number;
};

/** The faults of a tree in the order of the text, outer ones first. Visits only parts that contain one. */
export function faultsOf(tree: Tree, text: string): SyntaxFault[] {
	const faults: SyntaxFault[] = [];
	const cursor = tree.walk();
	const goOn = () => {
		while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
		return true;
	};
	let more = tree.rootNode.hasError;
	while (more) {
		const {isMissing, isError, hasError, type, startIndex: start, endIndex: end, startPosition} = cursor.currentNode;
		if (isMissing || isError) {
			faults.push({key: `${type} ${firstLine(text, start, end)}`, start, end, line: startPosition.row + 1});
		}
		more = (hasError && cursor.gotoFirstChild()) || goOn();
	}
	cursor.delete();
	return faults;
}

/** In UTF-16 units: at most this much text identifies a fault. */
const longestKey = 200;

function firstLine(text: string, start: number, end: number): string {
	const piece = text.slice(start, Math.min(end, start + longestKey));
	const [line = ''] = piece.split('\n', 1);
	return line.trimEnd();
}
