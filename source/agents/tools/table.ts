import {applyTool} from './apply.ts';
import {listTool} from './list-findings.ts';
import {markTool} from './mark.ts';
import {previewTool} from './preview.ts';
import {publishTool} from './publish.ts';
import {showTool} from './show-finding.ts';
import {statusTool} from './status.ts';
import type {Tool} from './tool.ts';
import {undoTool} from './undo.ts';
import {verifyTool} from './verify.ts';

/** All that an agent can call, in the order of their use. */
export const tools: readonly Tool[] = [
	listTool,
	showTool,
	applyTool,
	markTool,
	verifyTool,
	statusTool,
	previewTool,
	publishTool,
	undoTool,
];
