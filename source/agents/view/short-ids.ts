import {Failure} from '../../failure.ts';
import type {Finding} from '../../review/finding.ts';
import {oneName} from './one-line.ts';

/** The fewest characters of a short id. */
const fewest = 6;

const known = new WeakMap<readonly Pick<Finding, 'id'>[], ReadonlyMap<string, string>>();

/** The shortest beginning of an id that no other finding has. @param findings all that are listed */
export function shortIdOf(findings: readonly Pick<Finding, 'id'>[], id: string): string {
	const ids = known.get(findings) ?? shortIds(findings);
	known.set(findings, ids);
	return ids.get(id) ?? id;
}

/** By id. */
function shortIds(findings: readonly Pick<Finding, 'id'>[]): Map<string, string> {
	const ids = findings.map(({id}) => id).sort();
	return new Map(
		ids.map((id, at) => {
			const shared = Math.max(sharedLength(id, ids[at - 1]), sharedLength(id, ids[at + 1]));
			return [id, id.slice(0, Math.max(fewest, shared + 1))];
		}),
	);
}

function sharedLength(one: string, other = ''): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length++;
	return length;
}

/** The finding that has this id, or whose id alone begins so. @throws {Failure} usage `unknown-finding` */
export function findById<Given extends Pick<Finding, 'id'>>(findings: readonly Given[], text: string): Given {
	const wanted = text.trim().toLowerCase();
	const exact = findings.find(({id}) => id === wanted);
	if (exact) return exact;
	const found = wanted.length < fewest ? [] : findings.filter(({id}) => id.startsWith(wanted));
	const [only, ...more] = found;
	if (only && more.length === 0) return only;
	throw only
		? unknown(
				`The ids of ${found.length} findings begin with "${oneName(text, 40)}".`,
				'Pass more characters of the id.',
			)
		: unknown(
				`No finding has the id "${oneName(text, 40)}".`,
				'List the findings again: after an edit of its comment, a finding has another id.',
			);
}

const unknown = (message: string, remedy: string) => new Failure('usage', 'unknown-finding', message, remedy);
