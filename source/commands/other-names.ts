/** What other programs call a command of this one. */
export const otherNames: ReadonlyMap<string, string> = new Map([
	['benchmark', 'bench'],
	['fix', 'apply'],
	['init', 'setup'],
	['list', 'inbox'],
	['login', 'setup'],
	['resolve', 'apply'],
	['revert', 'undo'],
	['version', '--version'],
]);
