import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import type {Inquiry} from '../../run/asking/asker.ts';
import type {RunEvent} from '../../run/events.ts';
import type {Asked, Consent, Planned, Session, Standing, Undone} from '../../run/session.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';
import type {Highlight} from '../text/highlight.ts';
import type {Decisions} from './decisions.ts';
import type {ModelAtHand, NoModel} from './sessions.ts';

/** What happens to the screen. Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** Goes to a finding of the list, by its id. */
	| {type: 'look'; finding: string}
	/** From a run that is at work; several at once where they only make sense together. */
	| {type: 'events'; events: readonly RunEvent[]; at: number}
	| {type: 'opened'; session: Session; model: ModelAtHand | NoModel}
	/** `decisions`: those it was made with. */
	| {type: 'planned'; events: readonly RunEvent[]; planned: Planned; decisions: Decisions; at: number}
	| ({type: 'written'} & Standing)
	| ({type: 'undone'} & Undone)
	/** What asking about a finding would come to. */
	| {type: 'inquired'; finding: string; inquiry: Inquiry; at: number}
	/** The model was asked; what came of it. */
	| ({type: 'asked'} & Asked)
	/** What a person made of a change; null where they left it as it was. */
	| {type: 'edited'; change: string; text: string | null}
	| {type: 'saved'; file: string; decisions: Decisions}
	| {type: 'highlight'; highlight: Highlight}
	| {type: 'trouble'; during: 'load' | 'work' | 'aside'; trouble: Trouble};

/** What has to be done in the world. */
export type Effect =
	| AppEffect
	| {type: 'load'; consent: Consent}
	| {type: 'plan'; decisions: Decisions}
	| {type: 'apply'; planned: Planned}
	| {type: 'undo'; run: string}
	/** Finds out what asking about a finding comes to. */
	| {type: 'inquire'; finding: string}
	/** `finding`: null for all. */
	| {type: 'ask'; finding: string | null}
	| {type: 'edit'; change: string; path: string; lines: readonly string[]}
	| {type: 'browse'; url: string}
	| {type: 'copy'; text: string}
	| {
			type: 'save';
			decisions: Decisions;
			list: readonly Decision[];
			findings: readonly Finding[];
			file: string;
			replaces: boolean;
	  }
	/** For the next session. */
	| {type: 'keep'; decisions: readonly Decision[]}
	| {type: 'cancel'};
