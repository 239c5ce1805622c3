type Block = {type: string; text?: string; input?: unknown; [name: string]: unknown};

/** A message as server-sent events. */
export function eventsOf(message: {
	content: unknown;
	stop_reason: string;
	usage: object;
	[name: string]: unknown;
}): string {
	const {content, stop_reason, usage, ...fields} = message;
	const events: {type: string; [name: string]: unknown}[] = [
		{type: 'message_start', message: {...fields, content: [], stop_reason: null, usage: {...usage, output_tokens: 1}}},
		{type: 'ping'},
	];
	for (const [index, block] of (content as Block[]).entries()) {
		const isTool = block.type === 'tool_use';
		const delta = isTool
			? {type: 'input_json_delta', partial_json: JSON.stringify(block.input)}
			: {type: 'text_delta', text: block.text ?? ''};
		events.push({
			type: 'content_block_start',
			index,
			content_block: {...block, ...(isTool ? {input: {}} : {text: ''})},
		});
		events.push({type: 'content_block_delta', index, delta});
		events.push({type: 'content_block_stop', index});
	}
	events.push({type: 'message_delta', delta: {stop_reason, stop_sequence: null}, usage});
	events.push({type: 'message_stop'});
	return events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
