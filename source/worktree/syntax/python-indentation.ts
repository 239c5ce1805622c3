import type {Node, Tree} from 'web-tree-sitter';
import type {SyntaxFault} from './faults.ts';

/**
 * Errors that Python reports but the grammar accepts: a block without a statement, and statements of one block in different
 * columns. Pasted lines often have these errors.
 */
export function indentationFaultsOf(tree: Tree, text: string): SyntaxFault[] {
	return tree.rootNode.descendantsOfType(['module', 'block']).flatMap(block => {
		const statements = block.namedChildren.filter(node => !node.isExtra && !node.isError);
		if (block.type === 'block' && statements.length === 0) return [faultAt(block, 'empty block')];
		const [first, ...others] = statements.filter(node => startsLine(node, text));
		if (first === undefined) return [];
		const column = block.type === 'module' ? 0 : first.startPosition.column;
		return [first, ...others]
			.filter(node => node.startPosition.column !== column)
			.map(node => faultAt(node, `column of ${node.type}`));
	});
}

const startsLine = ({startIndex, startPosition}: Node, text: string) =>
	text.slice(startIndex - startPosition.column, startIndex).trim() === '';

const faultAt = ({startIndex, startPosition}: Node, key: string): SyntaxFault => ({
	key,
	start: startIndex,
	end: startIndex,
	line: startPosition.row + 1,
});
