import {keymapTable} from '../../source/tui/app/keymap.ts';
import {keymap as benchKeymap} from '../../source/tui/bench/keymap.ts';
import {keymap as inboxKeymap} from '../../source/tui/inbox/commands.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {keymap as setupKeymap} from '../../source/tui/setup/keymap.ts';
import {keymap as statsKeymap} from '../../source/tui/stats/commands.ts';
import {keymap as watchKeymap} from '../../source/tui/watch/update.ts';
import {withSection} from './section.ts';

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
