import {readdirSync, readFileSync} from 'node:fs';

/** What is read of a process; a substitute where it has ended, or the system has no such files. */
function ifThere<Value>(read: () => Value, otherwise: Value): Value {
	try {
		return read();
	} catch {
		return otherwise;
	}
}

/** Of each program that a process has started, and of those below: id, state, what it waits for in the system, and its arguments. */
export function runningBelow(pid: number): string[] {
	const textOf = (of: number, name: string) => ifThere(() => readFileSync(`/proc/${of}/${name}`, 'utf8'), '');
	const tasks = ifThere(() => readdirSync(`/proc/${pid}/task`), []);
	const children = tasks.flatMap(task => textOf(pid, `task/${task}/children`).split(' ').filter(Boolean));
	return children.map(Number).flatMap(child => {
		const [, state] = /^State:\s*(.*)$/m.exec(textOf(child, 'status')) ?? [];
		const args = textOf(child, 'cmdline').replaceAll('\0', ' ').trim();
		return [`${child} ${state} ${textOf(child, 'wchan')}: ${args}`, ...runningBelow(child)];
	});
}
