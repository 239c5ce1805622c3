import type * as z from 'zod/mini';
import type {Desk} from '../desk.ts';

/** How a client may treat a tool without asking; all four are always told. */
export type Annotations = {
	readOnlyHint: boolean;
	destructiveHint: boolean;
	idempotentHint: boolean;
	/** Whether something leaves the machine. */
	openWorldHint: boolean;
};

/** Calls that change nothing. */
export const readOnly: Annotations = {
	readOnlyHint: true,
	destructiveHint: false,
	idempotentHint: true,
	openWorldHint: false,
};

/** Calls that write here what `undo` or another call takes back. */
export const writesHere: Annotations = {...readOnly, readOnlyHint: false, idempotentHint: false};

/** What a coding agent can call. */
export type Tool<Input extends z.ZodMiniType = z.ZodMiniType> = {
	name: string;
	title: string;
	/** For the model: what it does, and when to call it. */
	description: string;
	input: Input;
	annotations: Annotations;
	/** The answer, as text. @throws {Failure} */
	call: (input: z.output<Input>, desk: Desk, signal: AbortSignal) => Promise<string>;
};

/**
 * A tool whose calls are jobs: one after the other, and they may outlast the call.
 * @param made.doing what one does at the moment, in words
 */
export const job = <Input extends z.ZodMiniType>({
	doing = () => '',
	call,
	...made
}: Tool<Input> & {doing?: (desk: Desk) => string}): Tool<Input> => ({
	...made,
	call: (input, desk, signal) =>
		desk.jobs.run({name: made.name, doing: () => doing(desk)}, signal => call(input, desk, signal), signal),
});

/** Keeps the type of a tool's input for its call. */
export const tool = <Input extends z.ZodMiniType>(made: Tool<Input>): Tool<Input> => made;
