/** Modes that Ink turns on and off, too. */
export const alternateScreen = {enter: '\x1b[?1049h', leave: '\x1b[?1049l'};

/** Turns a mode of the terminal on or off, such as its alternate screen. */
const mode = /^\x1b\[\?\d+[hl]$/;

/**
 * The stream for Ink, which gets only the modes that Ink turns on and off: frames are drawn by the painter.
 * @param had a mode that the terminal already has, skipped once
 */
export function modesOnly(stream: NodeJS.WriteStream, had: string | null = null): NodeJS.WriteStream {
	let skipped = had;
	const write = (data: string | Uint8Array, ...rest: never[]) => {
		const isSkipped = data === skipped;
		if (isSkipped) skipped = null;
		const isMode = typeof data === 'string' && mode.test(data) && !isSkipped;
		// Ink also waits for an empty text.
		return stream.write(isMode ? data : '', ...rest);
	};
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') return write;
			const value = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
