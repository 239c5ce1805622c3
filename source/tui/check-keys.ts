import type {Settings} from '../settings/table.ts';
import {keysWith} from './app/own-keys.ts';
import {keymap as benchKeymap} from './bench/keymap.ts';
import {keymap as inboxKeymap} from './inbox/commands.ts';
import {keymap as reviewKeymap} from './review/keymap.ts';
import {keymap as setupKeymap} from './setup/keymap.ts';
import {keymap as statsKeymap} from './stats/commands.ts';
import {keymap as watchKeymap} from './watch/update.ts';

/** Checks the keys that the user chose for all screens. @throws as `keysWith` */
export function checkKeys({reviewKeys, inboxKeys, watchKeys, statsKeys, setupKeys, benchKeys}: Settings): void {
	keysWith(reviewKeymap, 'keys.review', reviewKeys);
	keysWith(inboxKeymap, 'keys.inbox', inboxKeys);
	keysWith(watchKeymap, 'keys.watch', watchKeys);
	keysWith(statsKeymap, 'keys.stats', statsKeys);
	keysWith(setupKeymap, 'keys.setup', setupKeys);
	keysWith(benchKeymap, 'keys.bench', benchKeys);
}
