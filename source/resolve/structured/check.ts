import type {ParseFault, Reader} from './tree.ts';

export type StructureCheck = {ok: true} | {ok: false; reason: string};

/** Checks that a change brings no new faults into a file. */
export function checkStructured(read: Reader, before: string, after: string): StructureCheck {
	const fault = newFault(read(withoutMark(before)).faults, read(withoutMark(after)).faults);
	return fault ? {ok: false, reason: describeFault(fault)} : {ok: true};
}

/** The first fault that was not there before. */
export function newFault(before: readonly ParseFault[], after: readonly ParseFault[]): ParseFault | null {
	const known = new Map<string, number>();
	for (const {what} of before) known.set(what, (known.get(what) ?? 0) + 1);
	for (const fault of after) {
		const left = known.get(fault.what) ?? 0;
		if (left === 0) return fault;
		if (!fault.isHabit) known.set(fault.what, left - 1);
	}
	return null;
}

export const describeFault = ({what, line}: ParseFault) => `${what} (line ${line})`;

function withoutMark(source: string): string {
	return source.startsWith('\uFEFF') ? source.slice(1) : source;
}
