import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import type {ClosingRequest} from './request.ts';

/** What the steps after writing work on. */
export type Closing = {
	request: ClosingRequest;
	repository: Repository;
	/** The run whose files were written; null if it wrote none. */
	runId: string | null;
	/** What the run read and planned; null when an earlier run is continued. */
	analysis: Analysis | null;
};
