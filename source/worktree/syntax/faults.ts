import type {Tree} from 'web-tree-sitter';

/** A place that does not match the grammar: offsets in UTF-16 units, the end exclusive; equal if something is missing. */
export type SyntaxFault = {start: number; end: number};

/** The faults of a tree in the order of the text, outer ones first. Visits only parts that contain one. */
export function faultsOf(tree: Tree): SyntaxFault[] {
	const faults: SyntaxFault[] = [];
	const cursor = tree.walk();
	const goOn = () => {
		while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
		return true;
	};
	let more = tree.rootNode.hasError;
	while (more) {
		const {isMissing, isError, hasError, startIndex: start, endIndex: end} = cursor.currentNode;
		if (isMissing || isError) faults.push({start, end});
		more = (hasError && cursor.gotoFirstChild()) || goOn();
	}
	cursor.delete();
	return faults;
}
