type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that would point git or pr-resolve away from the demo. */
const misleading = /^(?:GIT_(?!EXEC_PATH$)|CR_|XDG_CONFIG_HOME$)/;

/** The environment without the user's settings: neither variables nor files in the home folder. */
export function withoutSettings(env: Environment, home: string): Environment {
	const kept = Object.entries(env).filter(([name]) => !misleading.test(name));
	return {...Object.fromEntries(kept), HOME: home, GIT_CONFIG_NOSYSTEM: '1'};
}
