import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {systemCode} from '../../system/errors.ts';
import {isObject, parseJson} from '../../system/json.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {hasFields, isCount, isListOf, isOneOf, isText} from '../../system/shape.ts';
import {keptName} from '../decisions/kept-decisions.ts';

const schema = 'pr-resolve/rounds@1';

/** What the last round on a pull request left. */
export type RoundMemory = {
	/** The head after it. */
	head: string;
	/** The findings that it read, as `knownAs` names them. */
	findings: string[];
	/** As facts have it. */
	idleRounds: number;
};

/**
 * A finding with its text: one whose comment was edited is another one, and so is one that answers held back and no longer do.
 * @param isHeld whether they do
 */
export const knownAs = ({id, bodyHash}: Finding, isHeld: boolean) => `${id} ${bodyHash}${isHeld ? ' held' : ''}`;

/**
 * The memory after a round. What the round was not about stays as it was.
 * @param isHeld whether answers held a finding back
 */
export const remember = (
	before: RoundMemory | null,
	{
		head,
		findings,
		others = [],
		isHeld,
		idleRounds,
	}: {
		head: string;
		findings: readonly Finding[];
		/** Those that it was not about. */
		others?: readonly Finding[];
		isHeld: (finding: Finding) => boolean;
		idleRounds: number;
	},
): RoundMemory => ({
	head,
	findings: [...findings.map(finding => knownAs(finding, isHeld(finding))), ...stillKnown(before, others)],
	idleRounds,
});

function stillKnown(before: RoundMemory | null, findings: readonly Finding[]): string[] {
	const known = new Set(before?.findings);
	return findings
		.flatMap(finding => [false, true].map(isHeld => knownAs(finding, isHeld)))
		.filter(key => known.has(key));
}

/** Where rounds of several commands on a pull request are remembered. Without it, the commits and replies have to do. */
export type KeptMemory = {
	/** Null if there is none that can be read. */
	read: () => Promise<RoundMemory | null>;
	keep: (memory: RoundMemory) => Promise<void>;
};

const isMemory = hasFields<RoundMemory & {schema: string}>({
	schema: isOneOf(schema),
	head: isText,
	findings: isListOf(isText),
	idleRounds: isCount,
});

/** @param records absolute path of the folder with the records of runs */
export function openKeptMemory(records: string, pullRequest: PullRequest): KeptMemory {
	const folder = join(records, 'rounds');
	const path = join(folder, `${keptName(pullRequest)}.json`);
	return {
		async read() {
			const text = await readFile(path, 'utf8').catch(orRethrow);
			const value = text === null ? null : parseJson(text);
			if (!isObject(value) || !isMemory(value)) return null;
			const {head, findings, idleRounds} = value;
			return {head, findings, idleRounds};
		},
		async keep(memory) {
			await ensureFolder(folder)
				.then(() => replaceFile(path, `${JSON.stringify({schema, ...memory})}\n`))
				.catch(orRethrow);
		},
	};
}

/** A folder that cannot be read or written means only that more is read again. */
function orRethrow(error: unknown): null {
	if (systemCode(error) === null) throw error;
	return null;
}
