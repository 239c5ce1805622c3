/** Where the operating system keeps secrets: Keychain, Secret Service, Credential Manager. */
export type SystemStore = {
	read: (account: string) => Promise<string | null>;
	write: (account: string, secret: string) => Promise<void>;
	remove: (account: string) => Promise<void>;
};

/** Opens the store; null where this machine has none that can be used. */
export type OpenSystemStore = () => Promise<SystemStore | null>;

const service = 'pr-resolve';

/** Without it, the library falls back to the kernel's keyring on Linux, which forgets everything when the machine restarts. */
const options = {linux: {store: 'secret-service'}};

/** Its methods would take a signal too, whose `onabort` the library then takes for itself. */
type Entry = {
	getPassword: () => Promise<string | null>;
	setPassword: (password: string) => Promise<void>;
	deletePassword: () => Promise<boolean>;
};
type Library = {AsyncEntry: new (service: string, account: string, given: typeof options) => Entry};

// A variable, because a bundler cannot take native code in and not every platform has it.
const library: string = '@napi-rs/keyring';

/** The store by the library that knows those of all systems; nothing of it is loaded before. */
export const openSystemStore: OpenSystemStore = async () => {
	try {
		const {AsyncEntry}: Library = await import(library);
		const entryOf = (account: string) => new AsyncEntry(service, account, options);
		// The first entry connects to the store.
		entryOf('probe');
		return {
			read: account => entryOf(account).getPassword(),
			write: (account, secret) => entryOf(account).setPassword(secret),
			remove: async account => {
				await entryOf(account).deletePassword();
			},
		};
	} catch {
		return null;
	}
};
