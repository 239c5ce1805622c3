import {type Severity, severities} from '../../review/finding.ts';
import type {CountedFinding, CountedPull, StatsRead} from './counted.ts';
import {leastFor} from './share.ts';

/** A finding with the pull request that it is in. */
export type Placed = {pull: CountedPull; finding: CountedFinding};

/** Findings with a name that can be typed: `coderabbit/trivial/docs`. Null stands for all. */
export type Group = {
	name: string;
	/** Short name of a bot, login of a person, or `people`. */
	reviewer: string;
	kind: 'bot' | 'people' | 'person';
	category: string | null;
	severity: Severity | 'unstated' | null;
	/** A pattern of paths, as settings use it. */
	path: string | null;
	/** What is not in any folder of its own. */
	isElsewhere: boolean;
	placed: readonly Placed[];
};

export const peopleName = 'people';

/** A reviewer, and below it its categories, severities and folders; bots by name, then people. */
export function groupsOf({pulls}: Pick<StatsRead, 'pulls'>, people: boolean): Group[] {
	const all = pulls.flatMap(pull => pull.findings.map(finding => ({pull, finding})));
	const bots = byText(
		all.filter(({finding}) => finding.isBot),
		({finding}) => finding.reviewer,
	);
	const persons = all.filter(({finding}) => !finding.isBot);
	const named = people ? byText(persons, ({finding}) => finding.reviewer) : [];
	const nameOf = uniqueNames([peopleName]);
	return [
		...bots.flatMap(([reviewer, placed]) => botGroups(nameOf([reviewer]), reviewer, placed)),
		...(persons.length > 0 ? [wholeOf(peopleName, peopleName, 'people', persons)] : []),
		...named.map(([login, placed]) => wholeOf(nameOf([peopleName, login]), login, 'person', placed)),
	];
}

const wholeOf = (name: string, reviewer: string, kind: Group['kind'], placed: readonly Placed[]): Group => ({
	...{name, reviewer, kind, placed},
	...{category: null, severity: null, path: null, isElsewhere: false},
});

function botGroups(name: string, reviewer: string, placed: readonly Placed[]): Group[] {
	const levels = [name, ...[...severities, 'unstated'].map(word => `${name}/${word}`)];
	const nameOf = uniqueNames([...levels, ...levels.map(level => `${level}/elsewhere`)]);
	const whole = wholeOf(name, reviewer, 'bot', placed);
	const depth = folderDepth(placed.flatMap(({finding}) => finding.path ?? []));
	const ofFolders = (above: Group): Group[] =>
		byFolder(above.placed, ({finding}) => folderOf(finding.path, depth)).map(([folder, inside]) => ({
			...above,
			name: folder === null ? `${above.name}/elsewhere` : nameOf([above.name, folder]),
			path: folder === null ? null : `${folder}/**`,
			isElsewhere: folder === null,
			placed: inside,
		}));
	const categories = byText(placed, ({finding}) => finding.category);
	const ofSeverities = [...severities.toReversed(), null].flatMap((severity): Group[] => {
		const inside = placed.filter(({finding}) => finding.severity === severity);
		const word = severity ?? 'unstated';
		return inside.length === 0 ? [] : [{...whole, name: `${name}/${word}`, severity: word, placed: inside}];
	});
	const isStated = placed.some(({finding}) => finding.severity !== null);
	return [
		whole,
		...categories.map(([category, inside]) => ({...whole, name: nameOf([name, category]), category, placed: inside})),
		...(isStated ? ofSeverities.flatMap(group => [group, ...ofFolders(group)]) : ofFolders(whole)),
	];
}

/** By a text, in its order; those without one are left out. */
function byText(placed: readonly Placed[], textOf: (placed: Placed) => string | null): [string, Placed[]][] {
	const parts = Map.groupBy(placed, textOf);
	return [...parts]
		.flatMap(([text, inside]): [string, Placed[]][] => (text === null ? [] : [[text, inside]]))
		.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Makes names without a character that a shell or a slash takes for its own; the second of two equal ones gets a number. */
function uniqueNames(taken: readonly string[]): (parts: readonly string[]) => string {
	const used = new Set(taken);
	return ([above = '', ...parts]) => {
		const below = parts.map(typeable);
		const wanted = (parts.length === 0 ? [typeable(above)] : [above, ...below]).join('/');
		let name = wanted;
		for (let number = 2; used.has(name); number++) name = `${wanted}-${number}`;
		used.add(name);
		return name;
	};
}

const typeable = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}._]+/gu, '-')
		.replace(/^-|-$/g, '') || 'other';

/** How many folders of a path tell findings apart: a second one if one folder has most of them, and most are that deep. */
function folderDepth(paths: readonly string[]): 1 | 2 {
	const isMost = ({length}: readonly string[]) => 2 * length > paths.length;
	const inFolders = Map.groupBy(paths, path => folderOf(path, 1));
	const isLarge = [...inFolders].some(([folder, inside]) => folder !== null && isMost(inside));
	return isLarge && isMost(paths.filter(path => folderOf(path, 2) !== null)) ? 2 : 1;
}

/** `docs`, or `packages/api` with a depth of 2; null for a file above such a folder. */
function folderOf(path: string | null, depth: 1 | 2): string | null {
	const folders = path?.split('/').slice(0, -1) ?? [];
	return folders.length < depth ? null : folders.slice(0, depth).join('/');
}

/** Parts of findings by folder: those with enough of them, then all others without a name; nothing if there is only one part. */
function byFolder<Item>(
	items: readonly Item[],
	folderOfItem: (item: Item) => string | null,
): [string | null, Item[]][] {
	const sizes = Map.groupBy(items, folderOfItem);
	const isShown = (folder: string | null) => folder !== null && (sizes.get(folder)?.length ?? 0) >= leastFor.findings;
	const parts = Map.groupBy(items, item => (isShown(folderOfItem(item)) ? folderOfItem(item) : null));
	if (parts.size === 1) return [];
	return [...parts].toSorted(([one], [other]) => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1));
}
