import {afterAll} from 'vitest';
import {removeFolders} from './folders.ts';

// vitest runs this for each test file, although files share the modules that they import.
afterAll(removeFolders);
