import {type Keymap, settingOf} from '../../source/tui/app/keymap.ts';
import {keymap as benchKeymap} from '../../source/tui/bench/keymap.ts';
import {keymap as inboxKeymap} from '../../source/tui/inbox/commands.ts';
import {labelOf} from '../../source/tui/keys.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {keymap as setupKeymap} from '../../source/tui/setup/keymap.ts';
import {keymap as statsKeymap} from '../../source/tui/stats/commands.ts';
import {keymap as watchKeymap} from '../../source/tui/watch/update.ts';
import {withSection} from './section.ts';

/** The usual keys of a keymap as a Markdown table, with the names of the commands in settings. */
export function keymapTable<State>(keymap: Keymap<State>): string {
	const code = (word: string) => `\`${word.replace('|', '\\|')}\``;
	const rows = keymap.map(
		({keys, help, command, isFixed}) =>
			`| ${keys.map(key => code(labelOf(key))).join(' ')} | ${help} | ${isFixed ? '' : code(settingOf(command))} |`,
	);
	return ['| default keys | action | name |', '|---|---|---|', ...rows].join('\n');
}

const sections = {
	keys: keymapTable(keymap),
	'keys of inbox': keymapTable(inboxKeymap),
	'keys of watch': keymapTable(watchKeymap),
	'keys of stats': keymapTable(statsKeymap),
	'keys of setup': keymapTable(setupKeymap),
	'keys of bench': keymapTable(benchKeymap),
};

/** A page with its tables of keys as the keymaps have them. */
export const withKeys = (page: string) =>
	Object.entries(sections).reduce((text, [section, keys]) => withSection(text, section, keys), page);
