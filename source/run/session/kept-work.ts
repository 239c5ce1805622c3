import * as z from 'zod/mini';
import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import type {RecordFile} from '../../system/records.ts';
import {ifShaped} from '../../system/shape.ts';
import {decisionOf, decisionsShape, entriesOf} from '../decisions/decisions-file.ts';
import type {KeptForm} from '../records/kept-file.ts';

/** Decisions that a person made and that are not applied yet. */
export type StoredDecisions = {
	/** When the last of them was made, in milliseconds since the epoch. */
	at: number;
	decisions: readonly Decision[];
};

const keptShape = z.extend(decisionsShape, {at: z.number()});

type KeptDecisions = z.infer<typeof keptShape>;

/** What a person decides about a pull request, so that nothing is lost with the terminal. */
export const decisionsForm: KeptForm<KeptDecisions> = {
	kind: 'decisions',
	read: value => keptShape.safeParse(value).data ?? null,
	unkept: {code: 'decisions-unwritable', what: 'your decisions', remedy: 'Press w to save them to a file.'},
};

/** Null where nothing is kept, or nothing that can be read. @throws {Failure} `newer-record` */
export async function takeDecisions(file: RecordFile<KeptDecisions>): Promise<StoredDecisions | null> {
	const {at = 0, decisions: entries = []} = (await file.take()) ?? {};
	const decisions = entries.map((entry): Decision => ({...decisionOf(entry), by: 'person'}));
	return decisions.length > 0 ? {at, decisions} : null;
}

/** Keeps these and no others; none leaves no file. @throws {Failure} `decisions-unwritable`, `newer-record` */
export const keepDecisions = (
	file: RecordFile<KeptDecisions>,
	{at, decisions}: StoredDecisions,
	findings: readonly Finding[],
) => (decisions.length === 0 ? file.drop() : file.keep({at, decisions: entriesOf(decisions, findings)}));

/** The filter of the review of a pull request. */
export const filterForm: KeptForm<{filter: string}> = {
	kind: 'filter',
	read: ifShaped(z.object({filter: z.string()})),
	unkept: {code: 'filter-unwritable', what: 'the filter', remedy: 'Check the permissions of the folder.'},
};
