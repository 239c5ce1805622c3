import fc from 'fast-check';
import type {Format} from '../../../source/resolve/structured/format.ts';

/** A small document from which the same text is made in every format. The first entry of a map is always a scalar. */
export type Field = {key: string; above: string | null; behind: string | null; value: number | string[] | Field[]};

export const isMap = (value: Field['value']): value is Field[] => Array.isArray(value) && typeof value[0] === 'object';

const comment = fc.option(fc.constantFrom('why', 'a, b', 'c: "d"', '{', '[x] ,'), {freq: 2});

const scalars = fc.oneof(fc.nat(9), fc.array(fc.constantFrom('x', 'y,', '#z', '"'), {minLength: 1, maxLength: 4}));

function fieldsOf(depth: number): fc.Arbitrary<Field[]> {
	const leaf = fc.record({above: comment, behind: comment, value: scalars});
	const map = depth > 0 ? [fc.record({above: comment, behind: comment, value: fieldsOf(depth - 1)})] : [];
	const maps = map.map(map => fc.array(map, {maxLength: 2}));
	return fc
		.tuple(leaf, fc.array(leaf, {maxLength: 2}), ...maps)
		.map(([first, leaves, maps]) => [{...first, value: 1}, ...leaves, ...(maps ?? [])])
		.map(fields => fields.map((field, index) => ({...field, key: `k${index}`})));
}

export const fields = fieldsOf(2);

export function write(format: Format, root: readonly Field[]): string {
	if (format === 'yaml') return writeYaml(root, '');
	if (format === 'toml') return writeToml(root, '');
	return `${writeJson(root, '', format === 'jsonc')}\n`;
}

function writeJson(map: readonly Field[], indent: string, hasComments: boolean): string {
	const inner = `${indent}  `;
	const lines = map.map(({key, above, behind, value}, index) => {
		const text = isMap(value) ? writeJson(value, inner, hasComments) : JSON.stringify(value);
		const comma = index < map.length - 1 ? ',' : '';
		const before = hasComments && above ? `${inner}// ${above}\n` : '';
		return `${before}${inner}"${key}": ${text}${comma}${hasComments && behind ? ` /* ${behind} */` : ''}`;
	});
	return `{\n${lines.join('\n')}\n${indent}}`;
}

function writeYaml(map: readonly Field[], indent: string): string {
	const lines = map.map(({key, above, behind, value}) => {
		const before = above ? `${indent}# ${above}\n` : '';
		const after = behind ? ` # ${behind}` : '';
		if (isMap(value)) return `${before}${indent}${key}:${after}\n${writeYaml(value, `${indent}  `)}`;
		if (typeof value === 'number') return `${before}${indent}${key}: ${value}${after}\n`;
		const items = value.map(item => `${indent}- ${JSON.stringify(item)}\n`);
		return `${before}${indent}${key}:${after}\n${items.join('')}`;
	});
	return lines.join('');
}

function writeToml(map: readonly Field[], header: string): string {
	const lines = map.map(({key, above, behind, value}) => {
		const before = above ? `# ${above}\n` : '';
		const after = behind ? ` # ${behind}` : '';
		if (isMap(value)) return `${before}[${header}${key}]${after}\n${writeToml(value, `${header}${key}.`)}`;
		const items = Array.isArray(value)
			? `[\n${value.map(item => `  ${JSON.stringify(item)}, # ,\n`).join('')}]`
			: value;
		return `${before}${key} = ${items}${after}\n`;
	});
	return lines.join('');
}
