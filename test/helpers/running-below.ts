import {readdirSync, readFileSync} from 'node:fs';

/** The text of a file of a process; empty where it has ended, or the system has no such files. */
function textOf(pid: number, name: string): string {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8');
	} catch {
		return '';
	}
}

function tasksOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		return [];
	}
}

/** Of each program that a process has started, and of those below: id, state, what it waits for in the system, and its arguments. */
export function runningBelow(pid: number): string[] {
	const children = tasksOf(pid).flatMap(task => textOf(pid, `task/${task}/children`).split(' ').filter(Boolean));
	return children.map(Number).flatMap(child => {
		const [, state] = /^State:\s*(.*)$/m.exec(textOf(child, 'status')) ?? [];
		const args = textOf(child, 'cmdline').replaceAll('\0', ' ').trim();
		return [`${child} ${state} ${textOf(child, 'wchan')}: ${args}`, ...runningBelow(child)];
	});
}
