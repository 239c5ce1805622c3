import {byName, namesOf} from '../../system/by-name.ts';
import type {Binding, Bindings} from '../app/keymap.ts';
import type {ReviewState} from './state.ts';

export type Keys<Command extends string> = Readonly<Record<Command, Omit<Binding<ReviewState>, 'command' | 'group'>>>;

export const inGroup = <Command extends string>(group: string, keys: Keys<Command>): Bindings<ReviewState, Command> =>
	byName(namesOf(keys), command => ({...keys[command], group}));
