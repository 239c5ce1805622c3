import type {Failure} from '../failure.ts';
import type {HostWorld, OnWait} from './port.ts';

/**
 * Waits until a host can be asked again. Returns why it did not, because the command has to end before that; null if it did.
 * @throws the signal's reason
 */
export type HostWait = (wait: {ms: number; reason: string}, how?: HowToWait) => Promise<Failure | null>;

type HowToWait = {
	/** Whether it is not told. */
	isUntold?: boolean;
	/** Why, if it cannot. Default: the reason. */
	why?: string;
};

type WaitingWorld = Pick<HostWorld, 'sleep' | 'signal' | 'hostPatience'>;

/** The way in which all waits for hosts are taken. @param onWait called before each that is told */
export function openHostWait({sleep, signal, hostPatience}: WaitingWorld, onWait: OnWait): HostWait {
	const deadline = hostPatience?.deadline;
	return async ({ms, reason}, {isUntold = false, why = reason} = {}) => {
		const refused = deadline?.refuses(ms, why) ?? null;
		if (refused) return refused;
		if (!isUntold) onWait({reason, ms});
		await (deadline ? deadline.during(ms, () => sleep(ms, signal)) : sleep(ms, signal));
		return null;
	};
}
