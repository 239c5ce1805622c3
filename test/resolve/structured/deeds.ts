import fc from 'fast-check';
import {type Field, isMap} from './documents.ts';

/** What one change does, by the path of the field it is about. */
export type Deed = {how: 'set' | 'remove' | 'add'; path: string; to: number};

const pathsOf = (map: readonly Field[], above = ''): string[] =>
	map.flatMap(({key, value}) => [`${above}/${key}`, ...(isMap(value) ? pathsOf(value, `${above}/${key}`) : [])]);

const at = (map: readonly Field[], path: string): Field => {
	const [, key, ...rest] = path.split('/');
	const field = map.find(field => field.key === key)!;
	return rest.length === 0 ? field : at(field.value as Field[], `/${rest.join('/')}`);
};

/** The document with the deeds done; new fields are named after the deed, so that no two deeds add the same. */
export function doAll(map: readonly Field[], deeds: readonly (Deed & {name: string})[], above = ''): Field[] {
	return map.flatMap(field => {
		const path = `${above}/${field.key}`;
		const own = deeds.filter(deed => deed.path === path);
		const set = own.find(({how}) => how === 'set');
		const value = set ? set.to : isMap(field.value) ? doAll(field.value, deeds, path) : field.value;
		const added = own.filter(({how}) => how === 'add').map(({name, to}) => newField(name, to));
		return [...(own.some(({how}) => how === 'remove') ? [] : [{...field, value}]), ...added];
	});
}

const newField = (key: string, value: number): Field => ({key, value, above: null, behind: 'new'});

/** A field that may be the subject of a deed: the first of a map stays, so that no map becomes empty. */
function possible(root: readonly Field[], deed: Deed): Deed {
	const isLeaf = !isMap(at(root, deed.path).value);
	if (!isLeaf) return {...deed, how: 'remove'};
	return deed.how === 'remove' && deed.path.endsWith('/k0') ? {...deed, how: 'set'} : deed;
}

/** Something that can be done to the document. */
export function deedsOn(root: readonly Field[]): fc.Arbitrary<Deed> {
	return fc
		.record({
			how: fc.constantFrom('set', 'remove', 'add'),
			path: fc.constantFrom(...pathsOf(root)),
			to: fc.integer({min: 10, max: 12}),
		})
		.map(deed => possible(root, deed));
}

/** Whether one removes a part of what the other removes: a clash or not, as the format has it. */
export const isNested = ([one, other]: [Deed, Deed]) =>
	one.how === 'remove' &&
	other.how === 'remove' &&
	(one.path.startsWith(`${other.path}/`) || other.path.startsWith(`${one.path}/`));

export function doClash([one, other]: [Deed, Deed]): boolean {
	if (one.how === 'remove' && other.path.startsWith(`${one.path}/`)) return true;
	if (other.how === 'remove' && one.path.startsWith(`${other.path}/`)) return true;
	if (one.path !== other.path || one.how === 'add' || other.how === 'add') return false;
	return one.how !== other.how || (one.how === 'set' && one.to !== other.to);
}
