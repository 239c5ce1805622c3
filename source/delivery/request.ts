import type * as z from 'zod/mini';
import type {codeRunShape, commitShape, hooksShape, requestShape, verifyShape} from './record.ts';

/** How programs run that may run the code of the pull request. */
export type CodeRunRequest = z.infer<typeof codeRunShape>;

export type HooksRequest = z.infer<typeof hooksShape>;

export type VerifyRequest = z.infer<typeof verifyShape>;

export type CommitRequest = z.infer<typeof commitShape>;

/** What a run does after it has written its files; null for what nobody asked for. */
export type DeliveryRequest = z.infer<typeof requestShape>;

export const nothingAsked: DeliveryRequest = {verify: null, hooks: null, commit: null, push: null, publish: null};

/** Whether nothing is to be changed: the threads are told what the head of the pull request has. */
export const isOnlyAnswer = ({verify, commit, push, publish}: DeliveryRequest): boolean =>
	publish !== null && verify === null && commit === null && push === null;

/** Whether what a hook makes of the lines of the run is committed. */
export const acceptsHooks = ({hooks}: Pick<DeliveryRequest, 'hooks'>): boolean => (hooks ? hooks.accepts : false);

/** A commit without any wishes. */
export const plainCommit: CommitRequest = {split: 'one', message: null, signoff: null, coAuthors: true, only: []};
