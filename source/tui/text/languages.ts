import {common, createLowlight} from 'lowlight';

/** The highlighter with common languages, in its own module so that it is loaded late. */
export const lowlight = createLowlight(common);
