import type {Table} from '../document/document.ts';
import {writeJson} from '../headless/json.ts';
import {writeDocument} from '../headless/terminal.ts';
import {ownKeys} from '../settings/own-keys.ts';
import {settingsOf} from '../settings/table.ts';
import type {CommandSpec, Run} from './command.ts';
import {variables} from './environment.ts';
import {localExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [],
	everyday: ['json', 'config', 'set'],
	flags: jsonFlag,
	environment: variables,
	exits: {...localExits, 0: 'printed'},
	examples: [
		{line: 'pr-resolve config', help: 'show the settings of a run in this folder'},
		{line: 'pr-resolve config --config ci.yaml', help: 'use this file instead of the project file'},
		{line: 'CR_MODE=dry-run pr-resolve config --json', help: 'print JSON'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, settings} = invocation;
	const all = settingsOf('config');
	// To load all screens takes a third of the time.
	if (all.some(([name, {kind}]) => kind === ownKeys && settings.origins[name] !== 'default')) {
		const {checkKeys} = await import('../tui/check-keys.ts');
		checkKeys(settings.values);
	}
	const terminal = terminalOf(invocation, io);
	const rows = all.map(([name, {key, kind}]) => {
		const value = settings.values[name];
		const shown = kind.show(value);
		return {
			key,
			value: kind.isSecret ? shown : value,
			shown: shown || '-',
			origin: settings.origins[name] ?? 'default',
		};
	});
	if (flags.json) {
		const document = {
			schema: 'pr-resolve/config@1',
			settings: rows.map(({key, value, origin}) => ({key, value, origin})),
		};
		writeJson(document, terminal.stdout);
		return 0;
	}
	const table: Table = {
		kind: 'table',
		columns: ['setting', 'value', 'origin'].map(title => ({title})),
		rows: rows.map(({key, shown, origin}) => ({cells: [key, shown, origin]})),
		titledFor: ['screen', 'pipe'],
	};
	writeDocument([table], terminal);
	return 0;
};
