import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

export type Action = TerminalAction | OwnAction;

export type OwnAction = {type: 'trouble'; trouble: Trouble};

export type Effect = AppEffect | {type: 'browse'; url: string} | {type: 'copy'; text: string};
