import type {Failure} from '../failure.ts';
import type {HostWorld, OnWait} from './port.ts';

type HowToWait = {
	/** Whether it is not told. */
	isUntold?: boolean;
	/** Why, if it cannot. Default: the reason. */
	why?: string;
};

/**
 * The way in which all waits for hosts are taken: until a host can be asked again. It returns why it did not, because the
 * command has to end before that; null if it did.
 * @param onWait called before each that is told @throws the signal's reason
 */
export function openHostWait(
	{sleep, signal, hostPatience}: Pick<HostWorld, 'sleep' | 'signal' | 'hostPatience'>,
	onWait: OnWait,
) {
	const deadline = hostPatience?.deadline;
	return async (
		{ms, reason}: {ms: number; reason: string},
		{isUntold = false, why = reason}: HowToWait = {},
	): Promise<Failure | null> => {
		const refused = deadline?.refuses(ms, why) ?? null;
		if (refused) return refused;
		if (!isUntold) onWait({reason, ms});
		await (deadline ? deadline.during(ms, () => sleep(ms, signal)) : sleep(ms, signal));
		return null;
	};
}
