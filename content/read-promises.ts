import type { Sources } from '#content/sources.ts'

import { ContentReader } from './content-reader.ts'
import { readPromiseSources } from './json-files.ts'
import { ParsedFiles } from './parsed-files.ts'
import { definePromises, type Figures, fillFigures, fillJson } from './promises/promises.ts'
import { showsSamples } from './promises/site-mode.ts'

/** Reads promises from some files, although others may have faults. @throws ContentProblem when those that hold figures have */
export const readPromisesOf = (sources: Sources) =>
	definePromises(readPromiseSources(new ContentReader(sources, new ParsedFiles(), { figures: {} }), showsSamples))

/** Text of a file with the promised figures filled in, before parsing. @param file its path below `content` */
export const fillFile = (file: string, text: string, figures: Figures): string =>
	file.endsWith('.json') ? fillJson(text, figures) : fillFigures(text, figures)
