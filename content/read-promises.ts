import type { Sources } from '#content/sources.ts'

import { ContentReader } from './content-reader.ts'
import { readPromiseSources } from './json-files.ts'
import { ParsedFileCache } from './parsed-files.ts'
import { definePromises, type PromisedFigures, fillFigures, fillJson } from './promises/promises.ts'
import { showsSamples } from './promises/site-mode.ts'

/**
 * Reads the promised figures, even if other files are invalid.
 * @throws ContentProblem if the files that define them are invalid
 */
export const readPromisesOf = (sources: Sources) =>
	definePromises(readPromiseSources(new ContentReader(sources, new ParsedFileCache(), { figures: {} }), showsSamples))

/** @param file path below `content` */
export const fillFile = (file: string, text: string, figures: PromisedFigures): string =>
	file.endsWith('.json') ? fillJson(text, figures) : fillFigures(text, figures)
