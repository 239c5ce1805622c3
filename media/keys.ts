import {keymapTable} from '../source/tui/keymap.ts';
import {keymap} from '../source/tui/review/keymap.ts';
import {withSection} from './section.ts';

/** The README with its table of keys as the keymap has them. */
export const withKeys = (readme: string) => withSection(readme, 'keys', keymapTable(keymap));
