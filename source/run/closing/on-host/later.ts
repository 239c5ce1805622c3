/** What becomes of a run without a checkout after it has ended. */
export {filesAtHead} from './files-at-head.ts';
export {resumeOnHost} from './resume-on-host.ts';
export {revertOnHost} from './revert-on-host.ts';
export {withHostSite} from './with-host-site.ts';
