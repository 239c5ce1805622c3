import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Case, CaseName, ProgramName} from './case.ts';
import type {StartKind} from './profile.ts';

/** A case by its name, or with what it answers. */
export type CaseInit = CaseName | ({name: CaseName} & Partial<Case>);

/** What a stand-in program was started with. */
export type Call = {
	program: ProgramName;
	kind: StartKind;
	case: CaseName;
	args: string[];
	env: Record<string, string>;
	cwd: string;
	/** The files of its home by name, where a variable names one. */
	home: Record<string, string>;
	prompt: string;
	/** What was not in the safe profile; it ended with 97 then. */
	faults: string[];
	pid: number;
};

export type Programs = {
	/** The PATH to run them by. */
	path: string;
	/** Every start until now, in order. */
	calls: () => Call[];
	/** Process ids of children that they started. */
	children: () => number[];
	/** Changes what a program does from its next start on. */
	set: (program: ProgramName, cases: CaseInit | readonly CaseInit[]) => void;
};

export type Cases = Partial<Record<ProgramName, CaseInit | readonly CaseInit[]>>;

/**
 * Puts stand-ins for client programs into a folder of their own below `folder`. Each plays its case; of several, each
 * request plays the next and all after the last one the last. Asking for the state of the login uses no case up.
 * @param standIn the module that plays them
 */
export function putPrograms(folder: string, programs: Cases, standIn: URL): Programs {
	const [path, state] = [join(folder, 'programs'), join(folder, 'programs-state')];
	for (const name of [path, state]) mkdirSync(name, {recursive: true});
	const set: Programs['set'] = (program, cases) => {
		for (const name of readdirSync(state)) if (name.startsWith(`${program}.turn-`)) rmSync(join(state, name));
		const list = (Array.isArray(cases) ? cases : [cases]).map((init: CaseInit) => ({
			answer: {},
			answers: [],
			...(typeof init === 'string' ? {name: init} : init),
		}));
		writeFileSync(join(state, `${program}.cases`), JSON.stringify(list));
	};
	for (const [name, cases] of Object.entries(programs) as [ProgramName, CaseInit][]) {
		set(name, cases);
		const file = join(path, name);
		writeFileSync(file, script(name, state, standIn));
		chmodSync(file, 0o755);
	}
	// The last may still be being written.
	const lines = (name: string) =>
		existsSync(join(state, name)) ? readFileSync(join(state, name), 'utf8').split('\n').slice(0, -1) : [];
	return {
		path,
		set,
		calls: () => lines('calls').map(line => JSON.parse(line) as Call),
		children: () => lines('children').map(Number),
	};
}

function script(name: ProgramName, state: string, standIn: URL): string {
	return `#!${process.execPath}
import('${standIn}').then(({standIn}) => standIn('${name}', ${JSON.stringify(state)}));
`;
}
