import fc from 'fast-check';

/** A file as a reviewer saw it, the lines that were marked in it, and what became of the rest of the file since. */
export type Drift = {
	seen: string[];
	/** Marked lines, 1-based and inclusive. */
	start: number;
	end: number;
	marked: string[];
	/** Today's file, with these lines in place of the marked ones. */
	today: (middle: readonly string[]) => string[];
	/** Number (1-based) of the first of these lines today. */
	startToday: number;
};

type Row = {line: string; isDeleted: boolean; insertedAbove: string[]};

const seldom = <T>(usual: T, other: fc.Arbitrary<T>) => fc.oneof({weight: 3, arbitrary: fc.constant(usual)}, other);

/** Files of lines that all differ or, with an alphabet, of its letters. */
export function drift(alphabet?: string): fc.Arbitrary<Drift> {
	const letter = fc.constantFrom(...(alphabet ?? '-'));
	const insertion = seldom<string[]>([], fc.array(letter, {minLength: 1, maxLength: 2}));
	const row = fc.record({line: letter, isDeleted: seldom(false, fc.constant(true)), insertedAbove: insertion});
	return fc
		.record({
			above: fc.array(row, {maxLength: 8}),
			justAbove: insertion,
			marked: fc.array(letter, {minLength: 1, maxLength: 4}),
			below: fc.array(row, {maxLength: 8}),
			atEnd: insertion,
		})
		.map(parts => {
			let count = 0;
			const name = (line: string) => (alphabet ? line : `line ${++count}`);
			const nameRow = ({line, isDeleted, insertedAbove}: Row): Row => ({
				line: name(line),
				isDeleted,
				insertedAbove: insertedAbove.map(name),
			});
			const above = parts.above.map(nameRow);
			const marked = parts.marked.map(name);
			const below = parts.below.map(nameRow);
			const before = [...rebuild(above), ...parts.justAbove.map(name)];
			const after = [...rebuild(below), ...parts.atEnd.map(name)];
			return {
				seen: [...above.map(({line}) => line), ...marked, ...below.map(({line}) => line)],
				start: above.length + 1,
				end: above.length + marked.length,
				marked,
				today: middle => [...before, ...middle, ...after],
				startToday: before.length + 1,
			};
		});
}

function rebuild(rows: readonly Row[]): string[] {
	return rows.flatMap(({line, isDeleted, insertedAbove}) => (isDeleted ? insertedAbove : [...insertedAbove, line]));
}

/** Replacements for these lines: some of them kept, others new. */
export function replacementFor(marked: readonly string[]): fc.Arbitrary<string[]> {
	const line = fc.oneof(fc.constantFrom(...marked), fc.constantFrom('fix 1', 'fix 2', 'fix 3'));
	return fc.uniqueArray(line, {maxLength: 5}).filter(lines => lines.join('\n') !== marked.join('\n'));
}
