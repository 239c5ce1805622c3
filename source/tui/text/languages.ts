import {common, createLowlight} from 'lowlight';

/** The highlighter with the languages that are met most; a module of its own, so that it is loaded late. */
export const lowlight = createLowlight(common);
