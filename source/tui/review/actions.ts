import type {DeliveryPresets, DeliveryTickSet} from '../../delivery/choices.ts';
import type {DeliveryRequest} from '../../delivery/request.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {OwnWords} from '../../review/closing/thread-plan.ts';
import type {Finding} from '../../review/finding.ts';
import type {Inquiry} from '../../run/asking/asker.ts';
import type {RunEvent} from '../../run/events.ts';
import type {ForGood} from '../../run/memory/decline-for-good.ts';
import type {OutsideLook} from '../../run/session/outside.ts';
import type {Consent} from '../../run/session/own-runs.ts';
import type {AskResult, Only, Planned, SessionStanding, UndoResult} from '../../run/session/planned.ts';
import type {Session} from '../../run/session/session.ts';
import type {ClosedSession} from '../../run/session/session-delivery.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {Handler, TerminalAction} from '../app/update.ts';
import type {EditorDraft} from '../draft-file.ts';
import type {EditResult} from '../editor.ts';
import type {Highlight} from '../text/highlight.ts';
import type {Decisions} from './decisions.ts';
import type {DraftSubject} from './draft.ts';
import type {AvailableModel, NoModel} from './sessions.ts';
import type {ReviewState} from './state.ts';

/** Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** Selects a finding by its id. */
	| {type: 'look'; finding: string}
	/** Limits the list, in text mode. */
	| {type: 'filter'; text: string}
	/** Events of the current run; several at once if they belong together. */
	| {type: 'events'; events: readonly RunEvent[]; at: number}
	| {type: 'opened'; session: Session; model: AvailableModel | NoModel}
	/** `decisions` and `only`: those that were planned with. */
	| {type: 'planned'; events: readonly RunEvent[]; planned: Planned; decisions: Decisions; only: Only; at: number}
	| ({type: 'written'} & SessionStanding)
	/** The steps after writing have ended. */
	| ({type: 'ended'} & ClosedSession)
	/** A step needs a decision, or the questions to a model do. */
	| {type: 'confirm-step'; question: string; warning: string; diff: string; at: number}
	/** The entry is in the file of the working tree. */
	| {type: 'kept-for-good'}
	/** The ticks are in the user's settings. */
	| {type: 'ticks-kept'; path: string}
	| ({type: 'undone'} & UndoResult)
	/** What a request about a finding would cost. */
	| {type: 'inquired'; finding: string; inquiry: Inquiry; at: number}
	| ({type: 'asked'} & AskResult)
	/** `fault`: why a reply cannot be sent; null if it can, and for any other draft. */
	| {type: 'edited'; subject: DraftSubject; result: EditResult; fault: string | null}
	/** An editor that had files was closed. */
	| {type: 'closed'}
	/** `said`: why the files were read again. */
	| ({type: 'looked'; said: string} & SessionStanding)
	| {type: 'seen-outside'; look: OutsideLook}
	| {type: 'saved'; file: string; decisions: Decisions}
	| {type: 'highlight'; highlight: Highlight}
	| {type: 'failed'; during: 'load' | 'work'; trouble: Trouble};

export type ActionOf<Type extends OwnAction['type']> = Extract<OwnAction, {type: Type}>;

export type Effect =
	| AppEffect
	| {type: 'load'; consent: Consent}
	| {type: 'plan'; decisions: Decisions; only: Only}
	| {type: 'apply'; planned: Planned}
	/** Looks up what the steps after writing would do. */
	| {type: 'offer'; planned: Planned; presets: DeliveryPresets}
	/** Takes these steps. */
	| {type: 'close'; planned: Planned; request: DeliveryRequest}
	| {type: 'stop-verifying'}
	| {type: 'answer-step'; isYes: boolean}
	/** Writes an entry that declines findings such as this one, by its id. */
	| {type: 'keep-for-good'; forGood: ForGood; planned: Planned}
	/** Saves the ticks to the user's settings. */
	| {type: 'keep-ticks'; ticked: DeliveryTickSet}
	| {type: 'undo'; run: string}
	/** Estimates a request about a finding. */
	| {type: 'inquire'; finding: string}
	/** `finding`: null for all. */
	| {type: 'ask'; finding: string | null}
	| {type: 'edit'; draft: EditorDraft; subject: DraftSubject}
	/** Opens a file of the working tree at a line (1-based). */
	| {type: 'open'; path: string; line: number}
	/** Reads the files again; `said`: why. */
	| {type: 'look'; said: string}
	/** Looks for changes elsewhere. */
	| {type: 'look-outside'; asksHost: boolean}
	/** Shows a unified diff in the user's pager. */
	| {type: 'show-diff'; diff: string}
	| {type: 'save'; decisions: Decisions; findings: readonly Finding[]; file: string; replaces: boolean}
	/** Keeps decisions for the next session. */
	| {type: 'keep'; decisions: readonly Decision[]}
	/** Keeps what the user wrote for threads, until it is sent. */
	| {type: 'keep-replies'; replies: readonly OwnWords[]}
	/** Keeps the filter for the next session. */
	| {type: 'keep-filter'; filter: string}
	| {type: 'cancel'};

export type ReviewHandler = Handler<ReviewState, Effect>;
