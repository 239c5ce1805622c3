import type {DeliveryPresets} from '../../source/delivery/choices.ts';
import {plainCommit} from '../../source/delivery/request.ts';

/** Nothing is ticked, and there is no command. */
export const noPresets: DeliveryPresets = {
	...{place: 'worktree', ticked: new Set(), replies: 'all', commit: plainCommit},
	...{verify: null, hooks: null, hooksHow: null},
};
