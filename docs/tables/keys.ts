import {keymapTable} from '../../source/tui/app/keymap.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {withSection} from './section.ts';

/** A page with its table of keys as the keymap has them. */
export const withKeys = (page: string) => withSection(page, 'keys', keymapTable(keymap));
