/** Waits until the state of a store is wanted. */
export const untilState = <State>(
	store: {state: () => State; subscribe: (onChange: () => void) => () => void},
	isWanted: (state: State) => boolean,
): Promise<void> =>
	new Promise(resolve => {
		const look = () => {
			if (!isWanted(store.state())) return;
			stop();
			resolve();
		};
		const stop = store.subscribe(look);
		look();
	});
