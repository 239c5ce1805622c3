import type {ClosingRequest} from '../run/closing/request.ts';
import type {Settings} from '../settings/table.ts';
import type {Flags, FlagValues} from './command.ts';
import {usage} from './tokens.ts';

/** Each step after writing has its own flag; no setting starts one. */
export const closingFlags = {
	commit: {group: 'closing', type: 'boolean', help: 'commit what was applied, and nothing else'},
	noCoAuthors: {group: 'closing', type: 'boolean', help: 'omit the authors of suggestions from the commit message'},
	noSignoff: {group: 'closing', type: 'boolean', help: 'omit your Signed-off-by from the commit message'},
} as const satisfies Flags;

/** Flags of commits that do nothing without `--commit`. */
const ofCommit = {split: '--split', message: '--message', signoff: '--signoff'} as const;

/** @throws {Failure} usage `bad-flags` for a flag without the step that it belongs to */
export function closingRequest(
	flags: FlagValues<typeof closingFlags>,
	{values, origins}: {values: Settings; origins: Readonly<Record<keyof typeof ofCommit, string>>},
): ClosingRequest {
	const {split, message, signoff, coAuthors} = values;
	const isCommit = flags.commit;
	const typed = [
		...Object.entries(ofCommit).flatMap(([name, flag]) =>
			origins[name as keyof typeof ofCommit] === `flag ${flag}` ? [flag] : [],
		),
		...(flags.noCoAuthors ? ['--no-co-authors'] : []),
		...(flags.noSignoff ? ['--no-signoff'] : []),
	];
	if (!isCommit && typed.length > 0) {
		throw usage('apply', 'bad-flags', `${typed[0]} needs a commit.`, `Pass --commit too, or remove ${typed[0]}.`);
	}
	return {
		verify: null,
		commit: isCommit
			? {split, message, signoff: signoff && !flags.noSignoff, coAuthors: coAuthors && !flags.noCoAuthors}
			: null,
		push: null,
		publish: null,
	};
}
